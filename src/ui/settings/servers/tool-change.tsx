/** A tool that says something else than when it was accepted: what it said, what it says now, and a yes to that. */
import type { McpTool } from '../../../shared/mcp.ts';
import { t } from '../../../state/text.ts';

export function ToolChange({ tool, onAccept }: { tool: McpTool; onAccept: () => void }) {
  const { original, title, change } = tool;
  if (!change) return null;
  return (
    <li class="tool-change">
      <div class="tool-change-head">
        <span class="row-text">
          <strong dir="auto">{title || original}</strong>
          <code>{original}</code>
        </span>
        <button
          type="button"
          class="button"
          aria-label={t('mcp.accept-name', { name: original })}
          onClick={onAccept}
        >
          {t('mcp.accept')}
        </button>
      </div>
      {change.name && <Difference texts={change.name} />}
      {change.title && <Difference texts={change.title} />}
      {change.description && <Difference texts={change.description} />}
      {change.parameters && <p class="hint">{t('mcp.changed-parameters')}</p>}
      {change.annotations && <p class="hint">{t('mcp.changed-annotations')}</p>}
    </li>
  );
}

function Difference({ texts: { before, after } }: { texts: { before: string; after: string } }) {
  return (
    <dl class="difference">
      <dt>{t('mcp.before')}</dt>
      <dd class="before" dir="auto">
        {before || t('mcp.nothing-said')}
      </dd>
      <dt>{t('mcp.after')}</dt>
      <dd class="after" dir="auto">
        {after || t('mcp.nothing-said')}
      </dd>
    </dl>
  );
}
