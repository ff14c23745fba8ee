/** Elicitation in a call outside a conversation, in the sheet over every screen. */
import { useApp } from '#src/ui/app-context.ts';
import { ElicitationForm } from './elicitation-form.tsx';

export function SheetElicitation() {
  const { prompts } = useApp();
  const [prompt] = prompts.sheet.value;
  if (prompt?.subject.type !== 'elicitation') return null;
  return <ElicitationForm prompt={prompt} asked={prompt.subject} isInSheet />;
}
