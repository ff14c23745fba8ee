/** What the model thought before it spoke, folded away. */
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './messages.module.css';

export function Reasoning({ text, isLive }: { text: string; isLive: boolean }) {
  return (
    <details class={styles.reasoning}>
      <summary>
        <Icon name="chevron-right" />
        {isLive ? t('chat.thinking') : t('chat.thought')}
      </summary>
      <p>{text}</p>
    </details>
  );
}
