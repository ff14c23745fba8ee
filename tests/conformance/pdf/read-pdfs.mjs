/**
 * Reads the PDF files whose paths it gets, one after the other, with the reader of the app, and prints a line of JSON
 * for each: `{ file, text }` or `{ file, error, isClear }`. `run.mjs` kills it at a file that takes too long.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Vite applies the patches of PDF.js and resolves its data files, as in the build.
const server = await createServer({
  configFile: `${root}/tests/vitest.config.ts`,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  ssr: { noExternal: ['pdfjs-dist'] },
  optimizeDeps: { noDiscovery: true },
});
await server.ssrLoadModule('/tests/unit/workers/documents/node-20.ts');
const { readDocument } = /** @type {typeof import('#workers/documents/read-document.ts')} */ (
  await server.ssrLoadModule('/workers/documents/read-document.ts')
);
const { ToolError } = await server.ssrLoadModule('/workers/contracts/tool-error.ts');

for (const path of JSON.parse(readFileSync(0, 'utf8'))) {
  const file = basename(path);
  console.log(JSON.stringify({ file, isStarted: true }));
  try {
    const bytes = new Uint8Array(readFileSync(path));
    const { markdown } = await readDocument(bytes, {
      name: file,
      mediaType: 'application/pdf',
      readMs: Infinity,
    });
    console.log(JSON.stringify({ file, text: markdown }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.log(JSON.stringify({ file, error: message, isClear: error instanceof ToolError }));
  }
}
await server.close();
// Output that waits in the pipe would be lost.
process.stdout.write('\n', () => process.exit(0));
