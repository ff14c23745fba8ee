/** No command changes bytes that it was not asked to change, compared with real bash and coreutils (tests/shell/record-bytes.mjs). */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import { files } from '#tests/shell/bytes/files.mjs';

const recorded = JSON.parse(
  readFileSync(new URL('../../../../shell/bytes/recorded.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, string>>;

async function run(command: string, content: Uint8Array): Promise<string> {
  const { raw } = await openShell({ F: new Blob([Uint8Array.from(content)]) });
  const { stdout } = await raw(`{ ${command}\n} > /tmp/out 2> /dev/null; base64 -w0 /tmp/out`);
  return stdout;
}

describe('files that are not UTF-8', () => {
  it('are tried with at least 60 commands', () => {
    expect(Object.keys(recorded).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(recorded))('%s', async (command, outputs) => {
    for (const [name, content] of Object.entries(files))
      expect([name, await run(command, content)]).toEqual([name, outputs[name]]);
  });
});

describe('any bytes', () => {
  const copies = [
    'cat F',
    'sed -n p F',
    'head -c 1000 F',
    '(cat F)',
    'bash -c "cat F"',
    'find F -exec cat {} \\;',
    'sed -i s/zz*top/x/ F; cat F',
    'cut -b 1- F | head -c "$(wc -c < F)"',
    'tr a a < F',
    'cat F | tee g > /dev/null; cat g',
    'gzip -c F | gunzip',
    'tar cf g F; tar xOf g',
    'f() { cat F; return 1; }; f',
  ];
  const script = copies.map((each) => `( ${each}) > o; cmp o F || echo ${JSON.stringify(each)}`).join('\n');

  it('pass unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        const { raw } = await openShell({ F: new Blob([Uint8Array.from(bytes)]) });
        const { stdout, stderr } = await raw(script);
        expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
      }),
      { numRuns: 25 },
    );
  });

  it('are kept in variables, arguments and input', async () => {
    const word = fc.uint8Array({ min: 1, max: 255, minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(word, async (bytes) => {
        // A substitution removes line ends at its end, as in bash.
        const kept = Uint8Array.from([...bytes, 0x2e]);
        const { raw } = await openShell({ F: new Blob([kept]) });
        await raw('x=$(cat F); a=("$x"); f() { printf %s "$1"; }; f "${a[0]}" > o');
        // In the next command, from the stored session.
        const { stdout } = await raw(
          'cmp o F; printf %s "$x" | cmp - F; cat <<< "$x" | head -c -1 | cmp - F',
        );
        expect(stdout).toBe('');
      }),
      { numRuns: 25 },
    );
  });
});
