/** Unit and contract tests in Node; tests that need a browser are run by Playwright. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { jqLibrary } from '../scripts/vite/jq-library.ts';
import { justBashPatches } from '../scripts/vite/just-bash-patches.ts';
import { pdfjsPatches } from '../scripts/vite/pdfjs-patches.ts';
import { texts } from '../scripts/vite/texts.ts';
import { toolManifest } from '../scripts/vite/tool-manifest.ts';

const isQuick = process.env.SUITE === 'quick';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [texts(), toolManifest(), jqLibrary(), justBashPatches(), pdfjsPatches()],
  define: { __VERSION__: '"test"', __OAUTH_CLIENT__: '""' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Property tests take long on a busy machine. No test measures time.
  test: {
    testTimeout: 60_000,
    setupFiles: ['tests/patient-waits.ts'],
    // Inlined, so that the plugins that patch these packages are applied.
    server: { deps: { inline: ['jq-wasm', 'just-bash', 'pdfjs-dist'] } },
    // By default Vitest leaves one core unused, which is half of a machine with two cores.
    maxWorkers: availableParallelism(),
    // The quick suite imports each module once per worker, not once per file, which saves a third of its time.
    isolate: !isQuick,
    include: ['tests/{unit,contract,git,quirks}/**/*.test.{ts,tsx}'],
  },
});
