/** A dialog with one form: a sheet at the bottom of a phone, in the middle of a wide screen. */
import '#src/ui/styles/screens.ts';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import styles from './prompts.module.css';

type PromptSheetProps = {
  title: string;
  /** The label of the main button. */
  action: string;
  onSubmit: () => void;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
};

export function PromptSheet({ title, action, onSubmit, onClose, onKeyDown, children }: PromptSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Restores the focus, also if the sheet is unmounted while it is open.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`sheet ${styles.sheet}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <form
        class={styles.sheetForm}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {children}
        <div class="sheet-actions">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {t('action.cancel')}
          </button>
          <button type="submit" class="button primary">
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
