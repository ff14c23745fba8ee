/** Asks for something to attach: with a finger a sheet of three ways, with a mouse the file dialog at once. */
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { pickFiles, type FileKind } from './pick-files.ts';

const ways: readonly {
  kind: FileKind;
  icon: IconName;
  text: 'attach.images' | 'attach.camera' | 'attach.files';
}[] = [
  { kind: 'images', icon: 'image', text: 'attach.images' },
  { kind: 'camera', icon: 'camera', text: 'attach.camera' },
  { kind: 'files', icon: 'file', text: 'attach.files' },
];

export function AttachmentChooser() {
  const { intake, viewport } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => (intake.isChoosing.value = false);

  async function choose(kind: FileKind): Promise<void> {
    const files = await pickFiles(kind);
    close();
    if (files.length > 0) await intake.add(files);
  }

  useEffect(() => {
    if (viewport.isTouch.value) dialog.current?.showModal();
    else void choose('files');
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={t('attach.choose')}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="sheet-body">
        {ways.map(({ kind, icon, text }) => (
          <button type="button" class="row" key={kind} onClick={() => void choose(kind)}>
            <Icon name={icon} />
            {t(text)}
          </button>
        ))}
      </div>
    </dialog>
  );
}
