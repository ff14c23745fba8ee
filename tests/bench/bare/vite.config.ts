/** Builds the bare Preact PWA, which the first paint is compared to. */
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
      // In one file: the headers of the app, with which it is served, allow no imported script without a policy.
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
