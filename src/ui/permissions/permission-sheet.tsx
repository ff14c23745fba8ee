/** A question the engine waits on; its buttons wake up late, so that a tap meant for something else answers nothing. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Icon } from '../parts/icon.tsx';
import type { Prompt, PromptAnswer } from '../../shared/permission.ts';
import { promptMeaning, promptTitle } from '../../state/prompt-text.ts';

/** Long enough that nobody who was about to tap here still does. */
const armAfterMs = 500;

export function PermissionSheet() {
  const { prompts } = useApp();
  const [first, ...others] = prompts.open.value;
  if (!first) return null;
  return <Question key={first.id} prompt={first} others={others.length} />;
}

function Question({ prompt, others }: { prompt: Prompt; others: number }) {
  const isArmed = useArmed();
  const { subject } = prompt;
  return (
    <div
      class="sheet permission-sheet"
      role="alertdialog"
      aria-labelledby="permission-title"
      aria-describedby="permission-meaning"
    >
      <div class="sheet-body">
        <h2 id="permission-title">
          <Icon name="shield" />
          {promptTitle(prompt)}
        </h2>
        <p id="permission-meaning">{promptMeaning(prompt)}</p>
        {subject.type === 'approval' && (
          <pre class="call-text">{JSON.stringify(subject.arguments, null, 2)}</pre>
        )}
        <div class="sheet-actions">
          {others > 0 && <span class="hint">{t('prompt.more', { count: others })}</span>}
          <AnswerButton prompt={prompt} answer="denied" label={t('prompt.deny')} isArmed={isArmed} />
          {subject.type === 'approval' && (
            <>
              <AnswerButton prompt={prompt} answer="always" label={t('prompt.always')} isArmed={isArmed} />
              <AnswerButton prompt={prompt} answer="session" label={t('prompt.session')} isArmed={isArmed} />
            </>
          )}
          <AnswerButton
            prompt={prompt}
            answer="allowed"
            label={t(subject.type === 'approval' ? 'prompt.once' : 'prompt.allow')}
            isArmed={isArmed}
          />
        </div>
      </div>
    </div>
  );
}

type AnswerButtonProps = { prompt: Prompt; answer: PromptAnswer; label: string; isArmed: boolean };

function AnswerButton({ prompt, answer, label, isArmed }: AnswerButtonProps) {
  const { prompts } = useApp();
  return (
    <button
      type="button"
      class={answer === 'allowed' ? 'button primary' : 'button'}
      disabled={!isArmed}
      onClick={() => void prompts.answer(prompt, answer)}
    >
      {label}
    </button>
  );
}

/** Counts only time in which the page could be seen. */
function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      setArmed(false);
      if (!document.hidden) timer = setTimeout(() => setArmed(true), armAfterMs);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, []);
  return isArmed;
}
