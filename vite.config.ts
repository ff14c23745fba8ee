/** The production build: the page, the engine worker with its tool host, and the service worker. */
import { readFileSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { licences } from './scripts/licences.ts';
import { manifest } from './scripts/manifest.ts';
import { oauthClient } from './scripts/oauth-client.ts';
import { toolManifest } from './scripts/tool-manifest.ts';
import { wllamaWorker } from './scripts/wllama-worker.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export default defineConfig(({ mode }) => ({
  // Relative, so that the app works in any folder of any host.
  base: './',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [
    preact({ devToolsEnabled: false }),
    toolManifest(),
    licences(),
    oauthClient(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers',
      filename: 'service-worker.ts',
      // The page registers it itself, through the Trusted Types policy.
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest,txt}'],
        // Temml is cached at its first use, as all that is larger; servers of tools need a network anyway.
        globIgnores: ['screenshots/**', 'assets/temml-*.js', 'assets/protocol-client-*.js'],
        maximumFileSizeToCacheInBytes: 200_000,
      },
    }),
  ],
  worker: {
    format: 'es',
    plugins: () => [toolManifest(), wllamaWorker()],
    rolldownOptions: {
      output: {
        // Workers with a policy of their own have a folder of their own: static hosts set headers per folder.
        entryFileNames: ({ name }) =>
          name === 'tool-host' || name === 'gguf' ? `${name}/[hash].js` : 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
  build: {
    target: 'chrome121',
    outDir: mode === 'test' ? 'dist-test' : 'dist',
    modulePreload: { polyfill: false },
    // Never inline code or icons as data: URLs into scripts; CSS may (img-src allows data:).
    assetsInlineLimit: (file) => file.endsWith('.svg'),
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The editor in two files: each small enough to be precached, so that texts can be edited offline.
        codeSplitting: {
          groups: [
            {
              name: 'code-base',
              test: /@codemirror\/state|style-mod|w3c-keyname|crelt|@marijn/,
              priority: 2,
            },
            { name: 'code-view', test: /@codemirror\/view/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } },
}));
