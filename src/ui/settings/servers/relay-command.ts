/** The command that starts a program on a computer and lets this app in, and what the app then needs to know. */
import type { McpServerDraft } from '../../../shared/mcp.ts';

/** Where relays wait, one port each. */
const firstPort = 8_700;

export type Relay = { command: string; draft: McpServerDraft };

/**
 * mcp-proxy, because it listens to this computer alone where told so, wants a key, and answers pages
 * (https://github.com/punkpeye/mcp-proxy). `key`: whoever knows it gets in.
 */
export function planRelay(name: string, words: readonly string[], key: string, at = 0): Relay {
  const port = firstPort + at;
  const relay = ['npx', '-y', 'mcp-proxy', '--host', '127.0.0.1', '--port', `${port}`, '--apiKey', key];
  return {
    command: [...relay, '--corsAddAllowedHeader', 'X-API-Key', '--', ...words].map(quote).join(' '),
    draft: { name, url: `http://127.0.0.1:${port}/mcp`, transport: 'http', headers: { 'X-API-Key': key } },
  };
}

/** A server that refuses pages and lets programs in, as a program; the relay signs in there, too. */
export function bridgeTo(url: string): string[] {
  return ['npx', '-y', 'mcp-remote', url];
}

export function newRelayKey(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** For shells of Unix and for PowerShell, which all take what is in single quotes as it is: nothing of it is run or replaced. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
