/** The tools of one source under its name, with the switch of its server, and the choice of a source. */
import type { Signal } from '@preact/signals';
import { builtInSource } from '#shared/tools/external-tool.ts';
import { toolCategories, type ToolInfo } from '#shared/tools/tool.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { stateText } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { IconButton, QuietButton } from '#src/ui/kit/icon-button.tsx';
import { Switch } from '#src/ui/kit/switch.tsx';
import { aboutTool } from '#src/ui/kit/tools/about-tool.ts';
import { sourceLabel, type SourceGroup } from '#src/ui/kit/tools/group-by-source.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tools.module.css';
import { PermissionIcons } from '#src/ui/kit/permission-icons.tsx';
import { ToolSwitch } from '#src/ui/kit/tools/tool-switch.tsx';

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
        <Button
          kind="chip"
          key={option ?? ''}
          aria-pressed={option === source.value}
          onClick={() => (source.value = option)}
        >
          <span class="sentence">{option === null ? t('list.all') : nameOf(option, servers)}</span>
        </Button>
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
      {isOwn ? <BySubject tools={tools} /> : <Cards label={sourceLabel(source)} tools={tools} />}
    </>
  );
}

/** The built-in tools under the names of their subjects. */
function BySubject({ tools }: { tools: readonly ToolInfo[] }) {
  return (
    <>
      {toolCategories.map((category) => {
        const label = t(`category.${category}`);
        const group = tools.filter((tool) => tool.category === category);
        return group.length === 0 ? null : (
          <section key={category} class={styles.subject}>
            <h2 class={styles.sourceTitle}>{label}</h2>
            <Cards label={label} tools={group} />
          </section>
        );
      })}
    </>
  );
}

function Cards({ label, tools }: { label: string; tools: readonly ToolInfo[] }) {
  if (tools.length === 0) return null;
  return (
    <ul class={styles.toolGrid} aria-label={label}>
      {tools.map((tool) => (
        <ToolCard key={tool.name} tool={tool} />
      ))}
    </ul>
  );
}

function ServerSwitch({ server, servers }: { server: McpServerInfo; servers: Servers }) {
  const { router } = useApp();
  const { id, title, enabled } = server;
  return (
    <>
      <QuietButton
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

/** One tool in the grid: its description, its needs, its switch, and a link to its details. */
function ToolCard({ tool }: { tool: ToolInfo }) {
  const { router } = useApp();
  return (
    <li class={styles.toolCard} data-off={tool.enabled ? undefined : ''}>
      <div class={styles.toolCardHead}>
        <div class={styles.toolCardTitle}>
          <strong>{tool.title}</strong> <code>{tool.name}</code>
        </div>
        <IconButton
          class={classNames('quiet', styles.toolCardDetails)}
          icon="info"
          label={t('tools.details', { name: tool.name })}
          onClick={() => router.go({ view: 'tools', tool: tool.name })}
        />
        {/* The switch covers the card; the button lies above it. */}
        {!tool.unusable && <ToolSwitch tool={tool} />}
      </div>
      <p class="tool-about" dir="auto">
        {tool.unusable ? t(`refusal.${toKey(tool.unusable.reason)}`, tool.unusable) : aboutTool(tool)}
      </p>
      <div class={styles.toolFacts}>
        {!tool.unusable && (
          <>
            {tool.source !== builtInSource && (
              <span class={styles.fact}>{t(`category.${tool.category}`)}</span>
            )}
            <span class={classNames(styles.fact, 'numbers')}>
              {tool.timeoutSeconds === null
                ? t('tools.waits')
                : t('tools.seconds', { count: tool.timeoutSeconds })}
            </span>
            <PermissionIcons permissions={tool.permissions} />
          </>
        )}
        {!tool.enabled && <span class={styles.fact}>{t(tool.unusable ? 'tools.refused' : 'tools.off')}</span>}
      </div>
    </li>
  );
}
