/** The page of one tool server (MCP): state, tools, permissions, settings; without a server, the page for adding one. */
import '#src/ui/styles/screens.ts';
import type { ServerId } from '#shared/ids.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { Sampling } from './sampling.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerLog } from './server-log.tsx';
import { ServerOffers } from './server-offers.tsx';
import { ServerState } from './server-state.tsx';
import { ServerTools } from './server-tools.tsx';
import { useServers } from '#src/ui/kit/tools/use-servers.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import settingsStyles from '../settings.module.css';
import styles from './tool-servers.module.css';
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { McpImport, McpServerInfo } from '#shared/mcp/mcp.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { Catalogue } from './catalogue.tsx';
import { ImportPreview } from './import-preview.tsx';

export function ServerView({ id }: { id: ServerId | null }) {
  const { router } = useApp();
  const servers = useServers();
  const server = servers.find(id);
  const isGone = id !== null && servers.list.value !== null && !server;
  return (
    <Page
      title={id === null ? t('mcp.add') : (server?.title ?? t('server.title'))}
      class={classNames(settingsStyles.settings, styles.serverPage)}
      onBack={() => router.go({ view: 'settings' })}
    >
      {id === null && <AddServer servers={servers} />}
      {isGone && <p class="hint">{t('mcp.missing')}</p>}
      {server && (
        <>
          <ServerState server={server} servers={servers} />
          <ServerTools server={server} servers={servers} />
          <ServerOffers server={server} />
          <Diagnosis server={server} servers={servers} />
          <Sampling server={server} servers={servers} />
          <ServerForm server={server} servers={servers} />
          <ServerLog server={server} />
          <RemoveServer server={server} />
        </>
      )}
    </Page>
  );
}

/** Adding tool servers (MCP): what the user pastes is parsed while they type, previewed, and added by a tap. */
function AddServer({ servers }: { servers: Servers }) {
  const text = useSignal('');
  const found = useImport(text.value);
  return (
    <>
      <div class="wide fields">
        <TextField
          label={t('mcp.paste')}
          hint={t('mcp.paste-hint')}
          placeholder="https://example.com/mcp"
          isCode
          value={text.value}
          onChange={(value) => (text.value = value)}
        />
        {found && <ImportPreview key={JSON.stringify(found)} found={found} servers={servers} />}
        <p class="hint">{t('mcp.trust')}</p>
      </div>
      <Catalogue servers={servers} />
    </>
  );
}

function useImport(text: string): McpImport | null {
  const { connection, toasts } = useApp();
  const found = useSignal<McpImport | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (text.trim() === '') found.value = null;
    else
      void toasts.attempt(connection.api.mcp.read(text)).then((read) => {
        if (isWanted) found.value = read ?? null;
      });
    return () => (isWanted = false);
  }, [text]);
  return found.value;
}

/** Deletes a server with its keys; asks for confirmation, because this cannot be undone. */
function RemoveServer({ server }: { server: McpServerInfo }) {
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
        <Button onClick={() => (isAsking.value = false)}>{t('action.cancel')}</Button>
        <button type="button" class={classNames('button', styles.danger)} onClick={() => void remove()}>
          {t('mcp.remove-now')}
        </button>
      </div>
    </section>
  );
}
