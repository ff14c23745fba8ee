/** Vite plugin: puts the drawings of `Icon` into index.html as SVG symbols. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import type { IconSymbol } from '#src/ui/kit/icon.tsx';

const { resolve } = createRequire(import.meta.url);
const placeBefore = '<noscript>';

/** Names of the files in lucide-static. */
const drawings: Readonly<Record<IconSymbol, string>> = {
  activity: 'activity',
  agent: 'user-round',
  alert: 'circle-alert',
  'arrow-down': 'arrow-down',
  'arrow-up': 'arrow-up',
  back: 'arrow-left',
  chat: 'message-square',
  check: 'check',
  'chevron-down': 'chevron-down',
  'chevron-right': 'chevron-right',
  clipboard: 'clipboard-list',
  clock: 'clock',
  close: 'x',
  edit: 'pencil',
  file: 'file-text',
  list: 'folder',
  menu: 'menu',
  mic: 'mic',
  more: 'ellipsis',
  notebook: 'notebook-text',
  plus: 'plus',
  search: 'search',
  settings: 'settings',
  terminal: 'square-terminal',
  tool: 'wrench',
  trash: 'trash-2',
};

export function iconSymbols(): Plugin {
  return {
    name: 'oneclaw:icon-symbols',
    transformIndexHtml(html) {
      if (!html.includes(placeBefore)) throw new Error(`index.html has no ${placeBefore}.`);
      const symbols = Object.entries(drawings).map(([name, file]) => symbolOf(name, file));
      return html.replace(
        placeBefore,
        () => `<div hidden><svg>${symbols.join('')}</svg></div>\n    ${placeBefore}`,
      );
    },
  };
}

function symbolOf(name: string, file: string): string {
  const svg = readFileSync(resolve(`lucide-static/icons/${file}.svg`), 'utf8');
  const shapes = svg
    .replace(/^.*?<svg.*?>/s, '')
    .replace('</svg>', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/> </g, '><')
    .replaceAll(' />', '/>')
    .trim();
  return `<symbol id="symbol-${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
}
