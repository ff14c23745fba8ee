/** A modal sheet over a screen; as a dialog it handles Escape, Back and the focus. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type SheetProps = {
  label: string;
  onClose: () => void;
  children: ComponentChildren;
};

export function Sheet({ label, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it is unmounted: only then does the browser restore the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet form-sheet"
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        // The scrim belongs to the dialog element itself, everything else to its children.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}
