/** What a server proposes for a value, where it proposes anything. */
import type { McpCompletionTarget, McpServerInfo } from '#shared/mcp/mcp.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { Complete } from './argument-form.tsx';

export function useComplete(server: McpServerInfo, target: McpCompletionTarget): Complete | undefined {
  const { mcp } = useApp().connection.api;
  if (!server.offers.completions) return undefined;
  return async (argument, others) => {
    const answer = await mcp.complete(server.id, target, argument, others);
    // It may propose for some values and refuse for others.
    return answer.ok ? answer.value.values : [];
  };
}
