/** The command of a relay: what a shell makes of it is what was meant, whatever the program's words are. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bridgeTo, newRelayKey, planRelay } from '../../../../../src/ui/settings/servers/relay-command.ts';

/** How a shell takes the command apart. */
function wordsOf(command: string): string[] {
  const print = `for word in ${command}; do printf '%s\\0' "$word"; done`;
  return execFileSync('sh', ['-c', print], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('starts the program behind a key, for this computer alone, and the server it makes knows both', () => {
  const { command, draft } = planRelay('files', ['npx', '-y', 'server-files', '/home/My files'], 'k3y', 2);
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

it('gives each word of a program to it as it is, and none to the shell', () => {
  // No shell takes a zero byte; `readConfig` makes it visible before.
  const word = fc.string({ unit: 'grapheme-composite' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(wordsOf(planRelay('a', words, 'k').command).slice(-words.length)).toEqual(words);
    }),
    { numRuns: 50 },
  );
  const tricks = ['$(touch x)', '`id`', "it's; id", '~', '-y', ''];
  expect(wordsOf(planRelay('a', tricks, 'k').command).slice(-tricks.length)).toEqual(tricks);
});

it('leads to a server that refuses pages, and has a new key each time', () => {
  expect(bridgeTo('https://a.example/mcp?a=1&b=2').at(-1)).toBe('https://a.example/mcp?a=1&b=2');
  expect(newRelayKey()).not.toBe(newRelayKey());
});
