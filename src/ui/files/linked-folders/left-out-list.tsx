/** The entries of a real folder that are not copied, and why. */
import type { LeftOut } from '#shared/rpc/linked-folder.ts';
import { leftOutText } from '#src/state/linked-folders/folder-texts.ts';
import { t } from '#src/state/text/text.ts';
import styles from './linked-folders.module.css';

const reasons: readonly LeftOut['why'][] = ['heavy', 'name', 'large', 'unreadable'];

export function LeftOutList({ left }: { left: readonly LeftOut[] }) {
  const groups = reasons.flatMap((why) => {
    const paths = left.filter((each) => each.why === why).map(({ path }) => path);
    return paths.length > 0 ? [{ why, paths }] : [];
  });
  if (groups.length === 0) return null;
  return (
    <details class={styles.leftOut}>
      <summary>{t('linked-folders.left-out')}</summary>
      {groups.map(({ why, paths }) => (
        <p key={why} class="hint">
          {leftOutText(why, paths)}
        </p>
      ))}
    </details>
  );
}
