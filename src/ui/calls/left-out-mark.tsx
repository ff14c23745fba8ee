/** Says that a picture, a file or a message is left out of requests, and brings it back. */
import type { BlobId, MessageId } from '#shared/ids.ts';
import type { LeftOut } from '#shared/conversation/left-out.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import styles from './media.module.css';

type LeftOutMarkProps = { of: 'media'; id: BlobId } | { of: 'messages'; id: MessageId };

export function LeftOutMark({ of, id }: LeftOutMarkProps) {
  const { connection, sessions, toasts } = useApp();
  const isOut = ({ leftOut }: { leftOut?: LeftOut }) => leftOut?.[of].some((each) => each === id);
  const session = sessions.list.value.find(isOut);
  if (!session?.leftOut) return null;
  const leftOut = { ...session.leftOut, [of]: session.leftOut[of].filter((each) => each !== id) };
  return (
    <div class={styles.leftOut}>
      <span>{t('media.left-out')}</span>
      <Button
        kind="chip"
        onClick={() => void toasts.attempt(connection.api.sessions.update(session.id, { leftOut }))}
      >
        {t('media.bring-back')}
      </Button>
    </div>
  );
}
