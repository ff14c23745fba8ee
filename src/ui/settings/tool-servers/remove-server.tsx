/** Deletes a server with its keys; asks for confirmation, because this cannot be undone. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tool-servers.module.css';

export function RemoveServer({ server }: { server: McpServerInfo }) {
  const { connection, router, toasts } = useApp();
  const isAsking = useSignal(false);
  const question = useRef<HTMLElement>(null);
  // The confirmation is at the end of the page and taller than the button it replaces.
  useLayoutEffect(() => question.current?.scrollIntoView({ block: 'nearest' }), [isAsking.value]);

  async function remove(): Promise<void> {
    const done = await toasts.attempt(connection.api.mcp.remove(server.id).then(() => true));
    if (!done) return;
    toasts.show(t('edit.removed', { name: server.title }));
    router.go({ view: 'settings' });
  }

  if (!isAsking.value) {
    return (
      <button
        type="button"
        class={classNames('button', styles.serverRemove)}
        onClick={() => (isAsking.value = true)}
      >
        {t('mcp.remove')}
      </button>
    );
  }
  return (
    <section ref={question} class="section" aria-label={t('mcp.remove')}>
      <p role="alert">{t('mcp.remove-sure')}</p>
      <div class="chips">
        <button type="button" class="button" onClick={() => (isAsking.value = false)}>
          {t('action.cancel')}
        </button>
        <button type="button" class={classNames('button', styles.danger)} onClick={() => void remove()}>
          {t('mcp.remove-now')}
        </button>
      </div>
    </section>
  );
}
