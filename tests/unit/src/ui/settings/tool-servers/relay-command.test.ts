/**
 * The shown command of a relay: a shell splits it into exactly the intended words, whatever the program
 * contains.
 */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bridgeTo,
  freePort,
  newRelayKey,
  planRelay,
  shellOf,
  type Shell,
} from '#src/ui/settings/tool-servers/relay-command.ts';

const plan = (words: string[], shell: Shell = 'posix') =>
  planRelay('files', words, { key: 'k3y', port: 8_702, shell });

/** The words into which a shell splits the command. */
function wordsOf(command: string): string[] {
  const print = `for word in ${command}; do printf '%s\\0' "$word"; done`;
  return execFileSync('sh', ['-c', print], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('starts the program behind a key, for this computer alone, and the server it makes knows both', () => {
  const { command, draft } = plan(['npx', '-y', 'server-files', '/home/My files']);
  expect(command).toBe(
    "npx -y mcp-proxy --host 127.0.0.1 --port 8702 --apiKey k3y --corsAddAllowedHeader X-API-Key -- npx -y server-files '/home/My files'",
  );
  expect(draft).toEqual({
    name: 'files',
    url: 'http://127.0.0.1:8702/mcp',
    transport: 'http',
    headers: { 'X-API-Key': 'k3y' },
  });
});

it('passes each word to the program unchanged, and none to the shell', () => {
  // A shell accepts no zero byte; `readConfig` replaces it earlier.
  const word = fc.string({ unit: 'grapheme-composite' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(wordsOf(plan(words).command).slice(-words.length)).toEqual(words);
    }),
    { numRuns: 50 },
  );
  const tricks = ['$(touch x)', '`id`', "it's; id", '~', '-y', ''];
  expect(wordsOf(plan(tricks).command).slice(-tricks.length)).toEqual(tricks);
});

it('passes the address of a server without CORS unchanged, and has a new key each time', () => {
  expect(bridgeTo('https://a.example/mcp?a=1&b=2').at(-1)).toBe('https://a.example/mcp?a=1&b=2');
  expect(newRelayKey()).not.toBe(newRelayKey());
});

it('closes no quote early in PowerShell, and keeps the bare dashes for the relay', () => {
  const { command } = plan(
    ['npx', "https://a.example/mcp';calc;'", '\u2019;calc;\u2019', '$(calc)'],
    'powershell',
  );
  expect(command).toContain(
    "'--' npx 'https://a.example/mcp'';calc;''' '\u2019\u2019;calc;\u2019\u2019' '$(calc)'",
  );
  expect(shellOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('powershell');
  expect(shellOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('posix');
});

it('gives each relay a port that no server has', () => {
  const urls = [
    'http://127.0.0.1:8700/mcp',
    'http://localhost:8702/mcp',
    'https://a.example/mcp',
    'nonsense',
  ];
  expect([0, 1, 2].map((at) => freePort(urls, at))).toEqual([8701, 8703, 8704]);
  expect(freePort([])).toBe(8700);
});
