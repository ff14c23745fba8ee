/** Elicitation during a call, shown with that call. */
import type { CallId, SessionId } from '#shared/ids.ts';
import { useApp } from '#src/ui/app-context.ts';
import { ElicitationForm } from './elicitation-form.tsx';

export function ServerAsks({ call, session }: { call: CallId; session: SessionId }) {
  const { prompts } = useApp();
  const prompt = prompts.open.value.find((each) => each.call === call && each.session === session);
  if (prompt?.subject.type !== 'elicitation') return null;
  return <ElicitationForm key={prompt.id} prompt={prompt} asked={prompt.subject} />;
}
