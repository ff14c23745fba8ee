/** A question of a call outside a conversation, in the permission sheet. */
import { useApp } from '#src/ui/app-context.ts';
import { QuestionForm } from './question-form.tsx';

export function SheetQuestion() {
  const { prompts } = useApp();
  const [prompt] = prompts.sheet.value;
  if (prompt?.subject.type !== 'question') return null;
  return <QuestionForm prompt={prompt} question={prompt.subject} />;
}
