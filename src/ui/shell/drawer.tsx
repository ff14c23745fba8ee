/** The navigation of phones: a modal dialog at the edge, which handles Escape, Back and the focus. */
import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { isDrawerOpen } from '#src/ui/shell-state.ts';
import { Sidebar } from './sidebar.tsx';
import { ToastList } from './toast-list.tsx';
import styles from './sidebar.module.css';

export function Drawer() {
  const { router } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);

  useSignalEffect(() => {
    if (isDrawerOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  });
  // Closes after navigation.
  useSignalEffect(() => {
    void router.route.value;
    isDrawerOpen.value = false;
  });

  return (
    <dialog
      ref={dialog}
      class={styles.drawer}
      aria-label={t('nav.menu')}
      onClose={() => (isDrawerOpen.value = false)}
      onClick={(event) => {
        // The scrim belongs to the dialog element itself, everything else to its children.
        if (event.target === dialog.current) isDrawerOpen.value = false;
      }}
    >
      {isDrawerOpen.value && (
        <>
          <Sidebar onLeave={() => (isDrawerOpen.value = false)} />
          {/* Elements outside an open modal are inert, and Undo must stay reachable. */}
          <div class={styles.drawerToasts}>
            <ToastList />
          </div>
        </>
      )}
    </dialog>
  );
}
