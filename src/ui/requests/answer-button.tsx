/** A button that answers a prompt. */
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import { useApp } from '#src/ui/app-context.ts';

type AnswerButtonProps = { prompt: Prompt; answer: PromptAnswer; label: string; isArmed: boolean };

/** `aria-disabled` until armed: a disabled button cannot keep the focus. */
export function AnswerButton({ prompt, answer, label, isArmed }: AnswerButtonProps) {
  const { prompts } = useApp();
  return (
    <button
      type="button"
      class={answer === 'allowed' ? 'button primary' : 'button'}
      data-answer={answer}
      aria-disabled={!isArmed}
      onClick={() => {
        if (isArmed) void prompts.answer(prompt, answer);
      }}
    >
      {label}
    </button>
  );
}
