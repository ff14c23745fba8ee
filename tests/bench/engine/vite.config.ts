/** Builds the engine bench: the real pool, executor and tool host, with the misbehaving test tools. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { toolManifest } from '../../../scripts/vite/tool-manifest.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  mode: 'test',
  plugins: [toolManifest()],
  worker: { format: 'es', plugins: () => [toolManifest()] },
  build: {
    target: 'chrome121',
    outDir: fileURLToPath(new URL('../../../dist-bench', import.meta.url)),
    emptyOutDir: true,
  },
});
