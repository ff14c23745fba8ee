/** The attachments of the draft, each with a remove button. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { AttachmentNotes } from './attachment-notes.tsx';
import { AttachmentPreview, attachmentName } from './attachment-preview.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './attachments.module.css';

export function AttachmentList() {
  const { drafts, draftInput } = useApp();
  const attachments = drafts.attachments.value;
  return (
    <>
      <ul class={styles.attachments} aria-label={t('attach.list')}>
        {attachments.map((attachment) => (
          <li key={attachment.blob} class={styles.attachment}>
            <AttachmentPreview attachment={attachment} />
            <IconButton
              class="quiet"
              icon="close"
              label={t('attach.remove', { name: attachmentName(attachment) })}
              onClick={() => drafts.detach(attachment)}
            />
          </li>
        ))}
        {draftInput.isReading.value && (
          <li class={classNames(styles.attachmentWait, 'hint')}>{t('attach.reading')}</li>
        )}
      </ul>
      <AttachmentNotes attachments={attachments} />
    </>
  );
}
