/** A server's tools: description and switch of each, why one is refused, and what changed since it was accepted. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpServerInfo, McpTool } from '#shared/mcp/mcp.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { changedTools } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { ToolSwitch } from '#src/ui/kit/tools/tool-switch.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { hintsOf } from './tool-hints.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tool-servers.module.css';
import changeStyles from './tool-change.module.css';

/** Longer lists are collapsed, so that the rest of the page stays in reach. */
const shownAtFirst = 6;

type ServerToolsProps = { server: McpServerInfo; servers: Servers };

export function ServerTools({ server, servers }: ServerToolsProps) {
  const { connection, tools, toasts } = useApp();
  useEffect(() => void toasts.attempt(tools.refresh()), [server.tools.length]);
  const changed = changedTools(server);
  const others = server.tools.filter(({ change }) => !change);
  // Accepts by marks, so that only the versions on the screen are accepted, not later ones.
  const accept = (shown: readonly McpTool[]) =>
    servers
      .change(
        connection.api.mcp.acceptChanges(
          server.id,
          shown.flatMap(({ mark }) => mark ?? []),
        ),
      )
      .then(tools.refresh);
  return (
    <Section title={t('nav.tools')} {...(server.tools.length === 0 && { hint: t('mcp.no-tools') })}>
      {changed.length > 0 && (
        <>
          <p class="hint">{t('mcp.changed-hint')}</p>
          <ul class="cards">
            {changed.map((tool) => (
              <ToolChange key={tool.name} tool={tool} onAccept={() => void accept([tool])} />
            ))}
          </ul>
          {changed.length > 1 && <Button onClick={() => void accept(changed)}>{t('mcp.accept-all')}</Button>}
        </>
      )}
      {others.length > 0 && <ToolRows tools={others} />}
    </Section>
  );
}

function ToolRows({ tools }: { tools: readonly McpTool[] }) {
  const isWhole = useSignal(false);
  const shown = isWhole.value ? tools : tools.slice(0, shownAtFirst);
  return (
    <>
      <ul class="cards">
        {shown.map((tool) => (
          <ToolRow key={`${tool.name} ${tool.original}`} tool={tool} />
        ))}
      </ul>
      {shown.length < tools.length && (
        <Button onClick={() => (isWhole.value = true)}>{t('list.show-all')}</Button>
      )}
    </>
  );
}

function ToolRow({ tool }: { tool: McpTool }) {
  const { tools } = useApp();
  const { name, original, title, description, refusal } = tool;
  const info = tools.list.value?.find((each) => each.name === name);
  return (
    <li class={classNames('card-row', styles.serverTool)}>
      <div class="row-text">
        {refusal ? (
          <strong>{original}</strong>
        ) : (
          <a href={formatRoute({ view: 'tools', tool: name })}>
            <strong dir="auto">{title || original}</strong>
          </a>
        )}
        <code>{original}</code>
        <p class="tool-about" dir="auto">
          {refusal ? `${t('refusal.title')} ${t(`refusal.${toKey(refusal.reason)}`, refusal)}` : description}
        </p>
        {!refusal && <small>{hintsOf(tool)}</small>}
      </div>
      {!refusal && info && <ToolSwitch tool={info} />}
    </li>
  );
}

/** A changed tool: its definition when it was accepted, its definition now, and a button to accept that. */
function ToolChange({ tool, onAccept }: { tool: McpTool; onAccept: () => void }) {
  const { original, title, change, schema } = tool;
  if (!change) return null;
  return (
    <li class={changeStyles.toolChange}>
      <div class={changeStyles.toolChangeHead}>
        <span class="row-text">
          <strong dir="auto">{title || original}</strong>
          <code>{original}</code>
        </span>
        <Button aria-label={t('mcp.accept-name', { name: original })} onClick={onAccept}>
          {t('mcp.accept')}
        </Button>
      </div>
      {change.name && <Difference label={t('mcp.name')} texts={change.name} />}
      {change.title && <Difference label={t('mcp.shown-title')} texts={change.title} />}
      {change.description && <Difference label={t('mcp.description')} texts={change.description} />}
      {change.parameters && (
        <div>
          <p class={changeStyles.differenceLabel}>{t('mcp.changed-parameters')}</p>
          {schema && (
            <div class="schema" role="group" aria-label={t('mcp.after')}>
              <pre class="verbatim" tabIndex={0}>
                {schema}
              </pre>
            </div>
          )}
        </div>
      )}
      {change.annotations && (
        <p class="hint">
          {t('mcp.changed-annotations')} {t('mcp.after')}: {hintsOf(tool) || t('mcp.nothing-said')}
        </p>
      )}
    </li>
  );
}

type DifferenceProps = { label: string; texts: { before: string; after: string } };

function Difference({ label, texts: { before, after } }: DifferenceProps) {
  return (
    <div>
      <p class={changeStyles.differenceLabel}>{label}</p>
      <dl class={changeStyles.difference}>
        <dt>{t('mcp.before')}</dt>
        <dd class={changeStyles.before} dir="auto">
          {before || t('mcp.nothing-said')}
        </dd>
        <dt>{t('mcp.after')}</dt>
        <dd class={changeStyles.after} dir="auto">
          {after || t('mcp.nothing-said')}
        </dd>
      </dl>
    </div>
  );
}
