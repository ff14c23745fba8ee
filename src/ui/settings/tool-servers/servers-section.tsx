/** The configured tool servers (MCP): state, switch, and a link to each one's page. */
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { changedTools, hostOf, serverSentence, stateText } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { Switch } from '#src/ui/kit/switch.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { AddRow } from '#src/ui/kit/list/record-list.tsx';
import { ServerDot } from './server-dot.tsx';
import { useServers } from '#src/ui/kit/tools/use-servers.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tool-servers.module.css';

export function ServersSection() {
  const servers = useServers();
  return (
    <Section title={t('server.title')} hint={t('mcp.hint')}>
      <ul class="cards" aria-label={t('server.title')}>
        {servers.list.value?.map((server) => (
          <ServerRow key={server.id} server={server} servers={servers} />
        ))}
        <AddRow label={t('mcp.add')} route={{ view: 'settings', server: null }} />
      </ul>
    </Section>
  );
}

function ServerRow({ server, servers }: { server: McpServerInfo; servers: Servers }) {
  const { id, title, url, state, enabled } = server;
  const changed = changedTools(server).length;
  return (
    <li class={classNames('card-row', styles.serverRow)} aria-label={title}>
      <ServerDot state={state} />
      <a
        class={classNames('row-text', styles.serverLink)}
        href={formatRoute({ view: 'settings', server: id })}
      >
        <strong class="own-language" dir="auto">
          {title}
        </strong>
        <small>{hostOf(url)}</small>
        <small>{state.type === 'failed' ? serverSentence(state.error) : stateText(server)}</small>
        {changed > 0 && (
          <small class={styles.serverChanged}>{t('mcp.changed-count', { count: changed })}</small>
        )}
      </a>
      <Switch
        label={t('server.use', { name: title })}
        isOn={enabled}
        onChange={(isOn) => void servers.setEnabled(id, isOn)}
      />
    </li>
  );
}
