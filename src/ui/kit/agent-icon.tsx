/** The icon of an agent, or the app's mark if it has none; both have the same size. */
import { readIcon } from '#shared/agents/agent-icon.ts';
import { Mark } from './mark.tsx';
import styles from './agent-icon.module.css';

export function AgentIcon({ icon }: { icon: string | undefined }) {
  const read = readIcon(icon);
  if (!read) return <Mark />;
  if (read.type === 'emoji') {
    return (
      <span class={styles.agentIcon} aria-hidden="true">
        {read.emoji}
      </span>
    );
  }
  return (
    <span class={styles.agentIcon} data-colour={read.colour} aria-hidden="true">
      <span class="icon" data-symbol={read.symbol} />
    </span>
  );
}
