/** Words and files on their way, before they are a message. */
import type { Draft } from '#src/state/chat/drafts.ts';
import { AttachmentPreview } from '../attachments/attachment-preview.tsx';
import { SentMessage } from './user-message.tsx';
import '#src/ui/styles/attachments.css';

export function SendingMessage({ draft: { text, attachments } }: { draft: Draft }) {
  return (
    <div class="user-turn">
      {attachments.map((attachment) => (
        <div key={attachment.blob} class="attachment sent">
          <AttachmentPreview attachment={attachment} />
        </div>
      ))}
      {text !== '' && <SentMessage text={text} />}
    </div>
  );
}
