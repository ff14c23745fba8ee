/** The last lines of a server's log, and what this app has to say of it; kept in memory, for the one who looks. */
import { visibleText } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpLogLevel, McpLogLine } from '#shared/mcp/mcp.ts';

export type ServerLog = {
  add(from: McpLogLine['from'], level: McpLogLevel, text: string): void;
  lines(): McpLogLine[];
};

/** `cut`: what is secret, out of each line. */
export function createServerLog(now: () => number, cut = (text: string) => text): ServerLog {
  let lines: McpLogLine[] = [];
  return {
    add(from, level, text) {
      const line = visibleText(cut(text)).slice(0, mcpLimits.logCharacters).toWellFormed();
      lines = [...lines.slice(1 - mcpLimits.logLines), { at: now(), from, level, text: line }];
    },
    lines: () => lines,
  };
}

/** What a server logs is of any kind. */
export function sayData(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data).slice(0, mcpLimits.logCharacters);
}
