/** Why a picture is not shown: there is no such file, or it is no picture that can be shown here. */
import type { FileFacts } from '#shared/api/files.ts';
import { visibleName } from '#shared/invisible.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './workspace.module.css';

export type PictureNoteProps = {
  alt: string;
  path: string;
  /** Absent: there is no such file. */
  facts?: FileFacts;
};

export function PictureNote({ alt, path, facts }: PictureNoteProps) {
  const name = visibleName(path);
  const reason = facts ? t('linked.not-shown', { name }) : t('linked.missing', { name });
  return (
    <span class={styles.pictureNote}>
      <Icon name="image" />
      <span>
        {alt && <bdi>{alt}. </bdi>}
        <bdi class={styles.reason}>{reason}</bdi>{' '}
        {facts && <a href={formatRoute({ view: 'files', path })}>{t('action.show')}</a>}
      </span>
    </span>
  );
}
