/** Short notes above the composer. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import styles from '#src/ui/kit/bar/banners.module.css';

export function ToastList() {
  const { toasts } = useApp();
  return (
    <div class={styles.toasts} role="status">
      {toasts.list.value.map(({ id, text, action, isLasting }) => (
        <div
          class={styles.banner}
          key={id}
          data-lasting={isLasting}
          onPointerEnter={() => toasts.hold(id)}
          onPointerLeave={() => toasts.hold()}
          onFocusIn={() => toasts.hold(id)}
          onFocusOut={() => toasts.hold()}
        >
          <p>{text}</p>
          {action && (
            <button
              type="button"
              class="text-button"
              onClick={() => {
                action.run();
                toasts.dismiss(id);
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton icon="close" label={t('action.dismiss')} onClick={() => toasts.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
