/**
 * Runs the cases that it gets in our shell, each in a workspace of its own, and prints a line of JSON for each:
 * `{ id, stdout, status }`. `run.mjs` kills it at a case that takes too long.
 */
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Seconds. */
const caseTimeout = 10;

// Vite applies the patches of just-bash, as in the build.
const server = await createServer({
  configFile: `${root}/tests/vitest.config.ts`,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  ssr: { noExternal: ['jq-wasm', 'just-bash'] },
  optimizeDeps: { noDiscovery: true },
});
const { openShell } = /** @type {typeof import('#tests/fixtures/worlds/shell-world.ts')} */ (
  await server.ssrLoadModule('/tests/fixtures/worlds/shell-world.ts')
);

const given = /** @type {{ files: Record<string, string>, cases: { id: string, code: string }[] }} */ (
  await json(process.stdin)
);
const { files, cases } = given;
const begun = await openShell(files);
await begun.raw(
  `chmod +x spec/bin/*
export PATH=/workspace/spec/bin:/usr/bin:/bin LC_ALL=C.UTF-8 SH=bash REPO_ROOT=/workspace TMP=/workspace/tmp
mkdir tmp; cd tmp`,
);

for (const { id, code } of cases) {
  console.log(JSON.stringify({ id, isStarted: true }));
  const { raw, texts } = await openShell({ ...files, 'tmp/.keep': '' });
  // The shell that begins each case has the variables above and the modes of the helpers.
  for (const [name, text] of begun.texts) texts.set(name, text);
  await raw('rm .keep');
  try {
    const { stdout, stderr, exitCode } = await raw(code, { timeout: caseTimeout });
    console.log(JSON.stringify({ id, stdout, stderr, status: exitCode }));
  } catch (error) {
    console.log(JSON.stringify({ id, stdout: '', stderr: String(error), status: -1 }));
  }
}
await server.close();
// Output that waits in the pipe would be lost.
process.stdout.write('\n', () => process.exit(0));
