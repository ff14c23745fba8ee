/** Buttons that read files of the device, and that save one to it. */
import { useRef } from 'preact/hooks';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '../form/button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { shareOrDownload } from '../save-file.ts';

type ImportProps = {
  label: string;
  icon?: IconName | null;
  accept?: string;
  isMultiple?: boolean;
  isDisabled?: boolean;
  /** Finds the button again, to give the focus back. */
  does?: string;
  onFiles: (files: [File, ...File[]]) => void;
};

export function ImportButton(props: ImportProps) {
  const { label, icon = 'import', accept, isMultiple = false, isDisabled = false, does, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button data-does={does} disabled={isDisabled} onClick={() => input.current?.click()}>
        {icon && <Icon name={icon} />}
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [first, ...rest] = currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          if (first) onFiles([first, ...rest]);
        }}
      />
    </>
  );
}

type ExportProps = { label: string; name: string; read: () => Promise<BlobPart> };

/** Saves JSON. */
export function ExportButton({ label, name, read }: ExportProps) {
  const { toasts, viewport } = useApp();
  async function save(): Promise<void> {
    const file = new File([await read()], name, { type: 'application/json' });
    await shareOrDownload(file, viewport.isTouch.value);
  }
  return (
    <Button icon="download" onClick={() => void toasts.attempt(save())}>
      {label}
    </Button>
  );
}
