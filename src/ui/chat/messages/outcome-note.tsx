/** One quiet line that says why an answer ended before it was complete. */
import type { SessionView } from '#shared/conversation/session.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { t } from '#src/state/text/text.ts';
import { formatCost, formatCount } from '#src/ui/kit/format-number.ts';
import { useApp } from '#src/ui/app-context.ts';
import styles from './messages.module.css';

export function OutcomeNote({ view }: { view: SessionView }) {
  const { chat } = useApp();
  const { outcome } = view;
  // A failure has its own notice in the message.
  if (!outcome || outcome.type === 'completed' || outcome.type === 'failed') return null;
  return (
    <p class={styles.outcome}>
      {sayOutcome(outcome)}
      {outcome.type !== 'stopped' && (
        <button type="button" class="chip" onClick={() => chat.send(t('chat.continue'))}>
          {t('action.continue')}
        </button>
      )}
    </p>
  );
}

function sayOutcome(outcome: Exclude<Outcome, { type: 'completed' | 'failed' }>): string {
  if (outcome.type !== 'budget') return t(`outcome.${outcome.type}`);
  const { limit, most } = outcome;
  const isCost = limit === 'run-cost' || limit === 'day-cost';
  return t(`outcome.budget-${limit}`, { most: isCost ? formatCost(most) : formatCount(most) });
}
