/** The page of one tool server (MCP): state, tools, permissions, settings; without a server, the page for adding one. */
import '#src/ui/styles/screens.ts';
import type { ServerId } from '#shared/ids.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { AddServer } from './add-server.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { RemoveServer } from './remove-server.tsx';
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
