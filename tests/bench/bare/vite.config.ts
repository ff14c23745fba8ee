/** Builds the bare Preact PWA that is the baseline of the first paint. */
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [
    preact({ devToolsEnabled: false }),
    VitePWA({
      injectRegister: false,
      manifest: { name: 'Bare', short_name: 'Bare' },
      // Inlined: it is served with the headers of the app, which forbid `importScripts` without a policy.
      workbox: { clientsClaim: true, skipWaiting: true, inlineWorkboxRuntime: true },
    }),
  ],
  build: {
    target: 'chrome121',
    modulePreload: { polyfill: false },
    outDir: fileURLToPath(new URL('../../../dist-bare', import.meta.url)),
    emptyOutDir: true,
  },
});
