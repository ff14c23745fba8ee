/** A tool's annotations as text; they grant no permissions. */
import type { McpTool } from '#shared/mcp/mcp.ts';
import { t } from '#src/state/text/text.ts';

export function hintsOf({ hints }: Pick<McpTool, 'hints'>): string {
  return [
    hints.isReadOnly && t('mcp.reads-only'),
    hints.isDestructive && !hints.isReadOnly && t('mcp.destroys'),
    hints.reachesOut && t('mcp.reaches-out'),
  ]
    .filter(Boolean)
    .join(' · ');
}
