/** The tools of one source under its name, with the switch of its server, and the choice of a source. */
import type { Signal } from '@preact/signals';
import { builtInSource } from '#shared/tools/external-tool.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { stateText } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Switch } from '#src/ui/kit/switch.tsx';
import { sourceLabel, type SourceGroup } from '#src/ui/kit/tools/group-by-source.ts';
import { ToolCard } from './tool-card.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tools.module.css';

type SourceFilterProps = {
  groups: readonly SourceGroup<ToolInfo>[];
  servers: Servers;
  source: Signal<string | null>;
};

export function SourceFilter({ groups, servers, source }: SourceFilterProps) {
  const options = [null, ...groups.map((group) => group.source)];
  return (
    <div class={classNames('chips', styles.sourceFilter)} role="group" aria-label={t('server.sources')}>
      {options.map((option) => (
        <button
          type="button"
          class="chip"
          key={option ?? ''}
          aria-pressed={option === source.value}
          onClick={() => (source.value = option)}
        >
          <span class="sentence">{option === null ? t('list.all') : nameOf(option, servers)}</span>
        </button>
      ))}
    </div>
  );
}

export function SourceTools({ source, tools, servers }: SourceGroup<ToolInfo> & { servers: Servers }) {
  const isOwn = source === builtInSource;
  const server = servers.find(source);
  return (
    <>
      {!isOwn && (
        <div class={styles.sourceHead}>
          <h2 class={styles.sourceTitle}>{nameOf(source, servers)}</h2>
          {server && <ServerSwitch server={server} servers={servers} />}
        </div>
      )}
      {server && tools.length === 0 && <p class="hint">{stateText(server)}</p>}
      {tools.length > 0 && (
        <ul class={styles.toolGrid} aria-label={isOwn ? t('nav.tools') : sourceLabel(source)}>
          {tools.map((tool) => (
            <ToolCard key={tool.name} tool={tool} />
          ))}
        </ul>
      )}
    </>
  );
}

function ServerSwitch({ server, servers }: { server: McpServerInfo; servers: Servers }) {
  const { router } = useApp();
  const { id, title, enabled } = server;
  return (
    <>
      <IconButton
        class="quiet"
        icon="settings"
        label={t('server.open', { name: title })}
        onClick={() => router.go({ view: 'settings', server: id })}
      />
      <Switch
        label={t('server.use', { name: title })}
        isOn={enabled}
        onChange={(isOn) => void servers.setEnabled(id, isOn)}
      />
    </>
  );
}

function nameOf(source: string, servers: Servers): string {
  return servers.find(source)?.title ?? sourceLabel(source);
}
