/** The state of a tool server (MCP) as a dot, like that of a tool call. */
import type { McpState } from '#shared/mcp/mcp.ts';
import { Icon } from '#src/ui/kit/icon.tsx';

const statuses: Record<McpState['type'], 'success' | 'error' | 'running' | 'pending'> = {
  off: 'pending',
  idle: 'pending',
  connecting: 'running',
  ready: 'success',
  needs_sign_in: 'pending',
  failed: 'error',
};

export function ServerDot({ state }: { state: McpState }) {
  const status = statuses[state.type];
  return (
    <span class="dot" data-status={status} aria-hidden="true">
      {status === 'success' && <Icon name="check" />}
      {status === 'error' && <Icon name="close" />}
    </span>
  );
}
