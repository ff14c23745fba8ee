/** A changed tool: its definition when it was accepted, its definition now, and a button to accept that. */
import type { McpTool } from '#shared/mcp/mcp.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { t } from '#src/state/text/text.ts';
import { hintsOf } from './tool-hints.ts';
import styles from './tool-change.module.css';

export function ToolChange({ tool, onAccept }: { tool: McpTool; onAccept: () => void }) {
  const { original, title, change, schema } = tool;
  if (!change) return null;
  return (
    <li class={styles.toolChange}>
      <div class={styles.toolChangeHead}>
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
          <p class={styles.differenceLabel}>{t('mcp.changed-parameters')}</p>
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
      <p class={styles.differenceLabel}>{label}</p>
      <dl class={styles.difference}>
        <dt>{t('mcp.before')}</dt>
        <dd class={styles.before} dir="auto">
          {before || t('mcp.nothing-said')}
        </dd>
        <dt>{t('mcp.after')}</dt>
        <dd class={styles.after} dir="auto">
          {after || t('mcp.nothing-said')}
        </dd>
      </dl>
    </div>
  );
}
