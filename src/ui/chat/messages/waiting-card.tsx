/** Asks what to do with calls that were running when their tab was closed: repeating them may not be safe. */
import type { SessionView } from '#shared/conversation/session.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useTurns } from '../use-turns.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './messages.module.css';

export function WaitingCard({ view }: { view: SessionView }) {
  const turns = useTurns();
  const waiting = view.run?.waiting ?? [];
  const calls = view.messages
    .at(-1)
    ?.parts.filter((part) => part.type === 'call' && waiting.includes(part.id));
  const names = (calls ?? []).flatMap((part) => (part.type === 'call' ? [part.name] : []));
  return (
    <div class={classNames(styles.notice, styles.waiting)} role="group" aria-label={t('waiting.title')}>
      <Icon name="alert" />
      <div class={styles.noticeBody}>
        <p>{t('waiting.what', { tools: names.join(', ') })}</p>
        <div class="chips">
          <button type="button" class="chip" onClick={() => turns.resume('repeat')}>
            {t('waiting.repeat')}
          </button>
          <button type="button" class="chip" onClick={() => turns.resume('skip')}>
            {t('waiting.skip')}
          </button>
        </div>
      </div>
    </div>
  );
}
