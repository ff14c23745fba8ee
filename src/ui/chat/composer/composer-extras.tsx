/** Attachments and voice input above the field; lazily loaded when first needed. */
import '#src/ui/styles/more-icons.css';
import { useApp } from '#src/ui/app-context.ts';
import { AttachmentChooser } from '../attachments/attachment-chooser.tsx';
import { AttachmentList } from '../attachments/attachment-list.tsx';
import { VoiceInput } from './voice-input.tsx';

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
