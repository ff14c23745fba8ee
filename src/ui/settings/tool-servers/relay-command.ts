/** The command that starts a program on a computer and lets this app in, and what the app then needs to know. */
import type { McpServerDraft } from '#shared/mcp/mcp.ts';

/** Where relays wait, one port each. */
const firstPort = 8_700;

export type Shell = 'posix' | 'powershell';
export type Relay = { command: string; draft: McpServerDraft };

/**
 * mcp-proxy, because it listens to this computer alone where told so, wants a key, and answers pages
 * (https://github.com/punkpeye/mcp-proxy). `key`: whoever knows it gets in.
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

/** The port of the relay `at` this place on the page, none of them one that a server has already. */
export function freePort(urls: readonly string[], at = 0): number {
  const taken = new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).port));
  const free = Array.from({ length: taken.size + at + 1 }, (_, next) => firstPort + next).filter(
    (port) => !taken.has(`${port}`),
  );
  return free[at] ?? firstPort;
}

/** A server that refuses pages and lets programs in, as a program; the relay signs in there, too. */
export function bridgeTo(url: string): string[] {
  return ['npx', '-y', 'mcp-remote', url];
}

export function newRelayKey(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** On Windows it is PowerShell's: the older shell there has no quotes that keep everything as it is. */
export function shellOf(userAgent: string): Shell {
  return userAgent.includes('Windows') ? 'powershell' : 'posix';
}

/**
 * In single quotes both take all as it is, and run or replace nothing; only of a quote itself each has its own way. Bare
 * `--` does not reach a script in PowerShell.
 */
function quote(word: string, shell: Shell): string {
  const isBare = /^[\w:./-]+$/.test(word) && (word !== '--' || shell === 'posix');
  if (isBare) return word;
  // PowerShell takes the quotes of typography for its own.
  return shell === 'posix'
    ? `'${word.replaceAll("'", `'\\''`)}'`
    : `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}
