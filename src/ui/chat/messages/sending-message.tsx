/** A message being sent, before it is stored. */
import type { Draft } from '#src/state/chat/draft-storage.ts';
import { AttachmentPreview } from '../attachments/attachment-preview.tsx';
import { SentMessage } from './user-message.tsx';
import attachmentsStyles from '../attachments/attachments.module.css';
import styles from './messages.module.css';

export function SendingMessage({ draft: { text, attachments } }: { draft: Draft }) {
  return (
    <div class={styles.userTurn}>
      {attachments.map((attachment) => (
        <div key={attachment.blob} class={attachmentsStyles.attachment}>
          <AttachmentPreview attachment={attachment} />
        </div>
      ))}
      {text !== '' && <SentMessage text={text} />}
    </div>
  );
}
