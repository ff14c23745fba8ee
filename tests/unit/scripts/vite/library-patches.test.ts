/** A release of a library with another text stops the build and says what to do. */
import { build } from 'vite';
import { expect, it } from 'vitest';
import { libraryPatches } from '#scripts/vite/library-patches.ts';

/** Builds a library whose code is `code`, with one patch for release 1.2.3. */
async function built(code: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? '/lib/index.js' : undefined),
    load: (id: string) => (id === '/lib/index.js' ? code : undefined),
  };
  const patches = libraryPatches({
    name: 'lib',
    isPatched: (path) => path === '/lib/index.js',
    source: 'scripts/vite/lib-patches.ts',
    patches: [{ why: 'It must print two.', triedWith: '1.2.3', from: 'log(1)', to: 'log(2)' }],
  });
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, patches],
    build: { write: false, rolldownOptions: { input: 'entry' } },
  });
  if (!('output' in result)) throw new Error('One build has one result.');
  return result.output[0].code;
}

it('patches the release it was made for', async () => {
  expect(await built('console.log(1)')).toContain('console.log(2)');
});

it.each([
  ['console.log(3)', 0],
  ['console.log(1); console.log(1)', 2],
])('names patch, release and remedy if the text is %s', async (code, times) => {
  await expect(built(code)).rejects.toThrow(
    `lib has changed: the patch "It must print two." was made for 1.2.3, and its text is in the installed release ${times} times. ` +
      'Remove the patch from scripts/vite/lib-patches.ts if the tests pass without it; otherwise write it for the new code.',
  );
});
