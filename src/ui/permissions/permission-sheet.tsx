/** A question the engine waits on; its buttons wake up late, so that a tap meant for something else answers nothing. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Icon } from '../parts/icon.tsx';
import type { WaitingPrompt } from '../../state/prompts.ts';

/** Long enough that nobody who was about to tap here still does. */
const armAfterMs = 500;

export function PermissionSheet() {
  const { prompts } = useApp();
  const [first, ...others] = prompts.open.value;
  if (!first) return null;
  return <Question key={first.id} prompt={first} others={others.length} />;
}

function Question({ prompt, others }: { prompt: WaitingPrompt; others: number }) {
  const { prompts } = useApp();
  const isArmed = useArmed();
  const { host } = prompt.subject;
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
          {t('prompt.title', { host })}
        </h2>
        <p id="permission-meaning">{t('prompt.meaning')}</p>
        <div class="sheet-actions">
          {others > 0 && <span class="hint">{t('prompt.more', { count: others })}</span>}
          <button
            type="button"
            class="button"
            disabled={!isArmed}
            onClick={() => void prompts.answer(prompt.id, 'denied')}
          >
            {t('prompt.deny')}
          </button>
          <button
            type="button"
            class="button primary"
            disabled={!isArmed}
            onClick={() => void prompts.answer(prompt.id, 'allowed')}
          >
            {t('prompt.allow')}
          </button>
        </div>
      </div>
    </div>
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
