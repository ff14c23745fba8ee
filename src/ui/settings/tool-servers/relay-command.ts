/** The command that starts a local (stdio) server behind a relay, and the draft of the resulting server. */
import type { McpServerDraft } from '#shared/mcp/mcp.ts';

/** Relays listen from this port on, one port each. */
const firstPort = 8_700;

export type Shell = 'posix' | 'powershell';
export type Relay = { command: string; draft: McpServerDraft };

/**
 * mcp-proxy, because it can listen on localhost only, requires an API key, and sends CORS headers
 * (https://github.com/punkpeye/mcp-proxy).
 */
export function planRelay(
  name: string,
  words: readonly string[],
  { key, port, shell }: { key: string; port: number; shell: Shell },
): Relay {
  const relay = ['npx', '-y', 'mcp-proxy', '--host', '127.0.0.1', '--port', `${port}`, '--apiKey', key];
  const all = [...relay, '--corsAddAllowedHeader', 'X-API-Key', '--', ...words];
  return {
    command: all.map((word) => quote(word, shell)).join(' '),
    draft: { name, url: `http://127.0.0.1:${port}/mcp`, transport: 'http', headers: { 'X-API-Key': key } },
  };
}

/** A port for the relay number `at` on the page; ports of configured servers are skipped. */
export function freePort(urls: readonly string[], at = 0): number {
  const taken = new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).port));
  const free = Array.from({ length: taken.size + at + 1 }, (_, next) => firstPort + next).filter(
    (port) => !taken.has(`${port}`),
  );
  return free[at] ?? firstPort;
}

/** The command by which mcp-remote reaches a server that refuses pages but not programs; it signs in there as well. */
export function bridgeTo(url: string): string[] {
  return ['npx', '-y', 'mcp-remote', url];
}

export function newRelayKey(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** PowerShell on Windows, because cmd.exe has no quotes that prevent all expansion. */
export function shellOf(userAgent: string): Shell {
  return userAgent.includes('Windows') ? 'powershell' : 'posix';
}

/**
 * In single quotes neither shell expands anything; they differ in how a quote itself is escaped. PowerShell consumes a
 * bare `--` itself.
 */
function quote(word: string, shell: Shell): string {
  const isBare = /^[\w:./-]+$/.test(word) && (word !== '--' || shell === 'posix');
  if (isBare) return word;
  // PowerShell also treats typographic quotes as quotes.
  return shell === 'posix'
    ? `'${word.replaceAll("'", `'\\''`)}'`
    : `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}
