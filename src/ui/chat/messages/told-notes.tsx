/** What the app told the model with a message of the user, collapsed: the day, the device, changed files and the like. */
import type { ToldNote } from '#shared/conversation/message.ts';
import { visibleName } from '#shared/invisible.ts';
import { t } from '#src/state/text/text.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './messages.module.css';

/** Memories have a list of their own, where they can be forgotten. */
export function isShownTold({ by }: ToldNote): boolean {
  return by !== 'memories';
}

export function ToldNotes({ notes }: { notes: readonly ToldNote[] }) {
  return (
    <details class={classNames(styles.reasoning, styles.stepNote)}>
      <summary>
        <Icon name="chevron-right" />
        {t('note.told')}
      </summary>
      {/* In English, as models read it. */}
      <ul class={styles.usedMemories} lang="en">
        {notes.flatMap(({ intro, lines }, at) =>
          [...(intro === '' ? [] : [intro]), ...lines.map(({ text }) => text)].map((text, line) => (
            <li key={`${at} ${line}`} dir="auto">
              {visibleName(text)}
            </li>
          )),
        )}
      </ul>
    </details>
  );
}
