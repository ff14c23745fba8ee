/** Switches between the branches at a message. */
import { useComputed } from '@preact/signals';
import type { MessageId } from '#shared/ids.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { useTurns } from '../use-turns.ts';
import styles from './messages.module.css';

export function BranchSwitch({ message }: { message: MessageId }) {
  const { chat } = useApp();
  const turns = useTurns();
  // A component of its own, so that only this re-renders with every delta.
  const siblings = useComputed(() => chat.branches.value?.[message]).value;
  if (!siblings) return null;
  const at = siblings.indexOf(message);
  const step = (by: number) => {
    const next = siblings[at + by];
    if (next && !chat.busy.value) turns.showBranch(next);
  };
  return (
    <span class={styles.branchSwitch} role="group" aria-label={t('branch.label')}>
      <QuietButton icon="chevron-left" label={t('branch.previous')} onClick={() => step(-1)} />
      <span class="numbers">
        {at + 1}/{siblings.length}
      </span>
      <QuietButton icon="chevron-right" label={t('branch.next')} onClick={() => step(1)} />
    </span>
  );
}
