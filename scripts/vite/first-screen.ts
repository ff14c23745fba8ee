/**
 * Vite plugin: renders the first screen into index.html, so that the first paint does not wait for a module.
 * The markup contains no text, because the language is known only at run time; it uses the styles of the app.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createServer, type Plugin, type ResolvedConfig } from 'vite';

const component = fileURLToPath(new URL('../../src/ui/shell/first-screen.tsx', import.meta.url));
const screens = fileURLToPath(new URL('../../src/ui/screens.ts', import.meta.url));
const emptyRoot = '<div id="app"></div>';

/** Applies only to builds: in the dev server, styles arrive with the scripts. */
export function firstScreen(): Plugin {
  let config: ResolvedConfig | undefined;
  return {
    name: 'oneclaw:first-screen',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async transformIndexHtml(html) {
      if (!html.includes(emptyRoot)) throw new Error(`index.html has no ${emptyRoot}.`);
      const markup = await render(config);
      return html.replace(emptyRoot, () => `<div id="app">${markup}</div>`);
    },
  };
}

/** Inlines the script that runs before the first paint: as a file, it would delay the paint by one more request. */
export function beforePaint(): Plugin {
  const file = 'src/before-paint.js';
  const link = `<script src="/${file}"></script>`;
  return {
    name: 'oneclaw:before-paint',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(link)) throw new Error(`index.html has no ${link}.`);
        const code = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
        return html.replace(link, () => `<script>${code}</script>`);
      },
    },
  };
}

/**
 * Requests the app's code at once, but with a lower priority than the styles, for which the first paint
 * waits.
 */
export function modulesLast(): Plugin {
  return {
    name: 'oneclaw:modules-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  };
}

/** Read from the source of the screens: importing them would run the whole app in the build. */
function navigationIcons(): string[] {
  const icons = [...readFileSync(screens, 'utf8').matchAll(/ icon: '([\w-]+)'/g)];
  if (icons.length === 0) throw new Error(`${screens} has no entry with an icon.`);
  return icons.flatMap(([, name]) => name ?? []);
}

/** Uses a dev server, because `runnerImport` does not support CSS modules. */
async function render(config: ResolvedConfig | undefined): Promise<string> {
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [preact({ devToolsEnabled: false })],
    // So that the class names are the same as in the build.
    ...(config?.css.modules && { css: { modules: config.css.modules } }),
  });
  try {
    const { FirstScreen } = (await server.ssrLoadModule(component)) as {
      FirstScreen(props: { navigation: readonly string[] }): VNode;
    };
    return renderToString(FirstScreen({ navigation: navigationIcons() }));
  } finally {
    await server.close();
  }
}
