/** The production build: the page, the engine worker with its tool host, and the service worker. */
import { readFileSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { readableClassName, shortClassName } from './scripts/vite/class-name.ts';
import { contentSecurityPolicy } from './scripts/vite/content-security-policy.ts';
import { beforePaint, firstScreen, modulesLast } from './scripts/vite/first-screen.ts';
import { iconSymbols } from './scripts/vite/icon-symbols.ts';
import { jqLibrary } from './scripts/vite/jq-library.ts';
import { justBashPatches } from './scripts/vite/just-bash-patches.ts';
import { licences } from './scripts/vite/licences.ts';
import { manifest } from './scripts/vite/manifest.ts';
import { oauthClient } from './scripts/vite/oauth-client.ts';
import { pdfjsPatches } from './scripts/vite/pdfjs-patches.ts';
import { checkOnDemand, chunkFileName, onDemandFolder } from './scripts/vite/precache.ts';
import { runtimeFiles } from './scripts/vite/runtime-files.ts';
import { texts } from './scripts/vite/texts.ts';
import { toolManifest } from './scripts/vite/tool-manifest.ts';
import { wllamaWorker } from './scripts/vite/wllama-worker.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Inlines constants where they are used: a name that crosses files is longer than most of the values. */
const inlineConst = { mode: 'all' } as const;

export default defineConfig(({ mode, command }) => ({
  // Relative, so that the app works in any folder of any host.
  base: './',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [
    preact({ devToolsEnabled: false }),
    texts(),
    beforePaint(),
    firstScreen(),
    iconSymbols(),
    modulesLast(),
    toolManifest(),
    // The dev server runs workers through these plugins; a build uses `worker.plugins`.
    wllamaWorker(),
    jqLibrary(),
    justBashPatches(),
    pdfjsPatches(),
    licences(),
    oauthClient(),
    checkOnDemand('page'),
    runtimeFiles('page'),
    contentSecurityPolicy(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers',
      filename: 'service-worker.ts',
      // The page registers the service worker itself, through the Trusted Types policy.
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest,txt}', 'runtimes.json'],
        globIgnores: ['404.html', 'screenshots/**', '*/headers.txt', `${onDemandFolder}/**`],
        // Larger files fail the build: raise the limit if the file is worth it, or add it to
        // scripts/vite/precache.ts.
        maximumFileSizeToCacheInBytes: 500_000,
      },
    }),
  ],
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      generateScopedName: command === 'build' ? shortClassName : readableClassName,
    },
  },
  worker: {
    format: 'es',
    plugins: () => [
      toolManifest(),
      wllamaWorker(),
      jqLibrary(),
      justBashPatches(),
      pdfjsPatches(),
      checkOnDemand('worker'),
      runtimeFiles('worker'),
    ],
    rolldownOptions: {
      optimization: { inlineConst },
      output: {
        // Workers with their own CSP have their own folder, because static hosts set headers per folder.
        entryFileNames: ({ name }) =>
          name === 'tool-host' || name === 'code-host' || name === 'gguf'
            ? `${name}/[hash].js`
            : 'assets/[name]-[hash].js',
        chunkFileNames: chunkFileName,
      },
    },
  },
  build: {
    target: 'chrome121',
    outDir: mode === 'test' ? 'dist-test' : 'dist',
    // Preload styles only: the names of the scripts of all screens took 3 % of the first load
    // (docs/decisions/build.md).
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    // Never inline code or icons as data: URLs into scripts; CSS may (img-src allows data:).
    assetsInlineLimit: (file) => file.endsWith('.svg'),
    reportCompressedSize: false,
    rolldownOptions: {
      optimization: { inlineConst },
      output: {
        chunkFileNames: chunkFileName,
        // One file for what the first screen needs: otherwise each shared module would be a small file and a
        // request.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  // Dependencies are found before the first page: one found later reloads the page, and the engine with it.
  // just-bash, jq-wasm and PDF.js are excluded, because bundled dependencies do not pass through the plugins that
  // patch them.
  optimizeDeps: { entries: ['index.html', 'workers/*.ts'], exclude: ['just-bash', 'jq-wasm', 'pdfjs-dist'] },
  server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } },
}));
