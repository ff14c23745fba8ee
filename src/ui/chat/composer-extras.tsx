/** What stands above the field when more than words go into a message; fetched with the first of it. */
import { useApp } from '../app-context.ts';
import { AttachmentChooser } from './attachment-chooser.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { VoiceInput } from './voice-input.tsx';
import '../styles/attachments.css';

export function ComposerExtras() {
  const { drafts, intake } = useApp();
  return (
    <>
      {(drafts.attachments.value.length > 0 || intake.isReading.value) && <AttachmentList />}
      {intake.isListening.value && <VoiceInput />}
      {intake.isChoosing.value && <AttachmentChooser />}
    </>
  );
}
