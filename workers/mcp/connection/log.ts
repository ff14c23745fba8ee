/** The latest lines of a server's log, with messages of this app about it; kept in memory only. */
import { visibleText } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpLogLevel, McpLogLine } from '#shared/mcp/mcp.ts';

export type ServerLog = {
  add(from: McpLogLine['from'], level: McpLogLevel, text: string): void;
  lines(): McpLogLine[];
};

/** `redact` removes secrets from each line. */
export function createServerLog(now: () => number, redact = (text: string) => text): ServerLog {
  let lines: McpLogLine[] = [];
  return {
    add(from, level, text) {
      const line = visibleText(redact(text)).slice(0, mcpLimits.logCharacters).toWellFormed();
      lines = [...lines.slice(1 - mcpLimits.logLines), { at: now(), from, level, text: line }];
    },
    lines: () => lines,
  };
}

/** Converts the data of a log message, which may be any JSON value, to text. */
export function logText(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data).slice(0, mcpLimits.logCharacters);
}
