/** Attachments and voice input above the field; lazily loaded when first needed. */
import '#src/ui/styles/more-icons.css';
import { useApp } from '#src/ui/app-context.ts';
import { AttachmentChooser } from '../attachments/attachment-chooser.tsx';
import { VoiceInput } from './voice-input.tsx';
import { t } from '#src/state/text/text.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { AttachmentNotes } from '../attachments/attachment-notes.tsx';
import { AttachmentPreview, attachmentName } from '../attachments/attachment-preview.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from '../attachments/attachments.module.css';

export function ComposerExtras() {
  const { drafts, draftInput } = useApp();
  return (
    <>
      {(drafts.attachments.value.length > 0 || draftInput.isReading.value) && <AttachmentList />}
      {draftInput.isListening.value && <VoiceInput />}
      {draftInput.isChoosing.value && <AttachmentChooser />}
    </>
  );
}

/** The attachments of the draft, each with a remove button. */
function AttachmentList() {
  const { drafts, draftInput } = useApp();
  const attachments = drafts.attachments.value;
  return (
    <>
      <ul class={styles.attachments} aria-label={t('attach.list')}>
        {attachments.map((attachment) => (
          <li key={attachment.blob} class={styles.attachment}>
            <AttachmentPreview attachment={attachment} />
            <QuietButton
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
