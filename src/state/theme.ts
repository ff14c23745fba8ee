/** Light, dark or system theme. `src/before-paint.js` applies the stored choice before the first paint. */
import { effect, signal, type Signal } from '@preact/signals';
import { readLocal, writeLocal } from './base/local-store.ts';

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

export type ThemeState = { theme: Signal<Theme> };

export function createTheme(): ThemeState {
  const stored = readLocal('theme');
  const theme = signal<Theme>(themes.find((name) => name === stored) ?? 'system');
  effect(() => applyTheme(theme.value));
  return { theme };
}

function applyTheme(theme: Theme): void {
  writeLocal('theme', theme === 'system' ? null : theme);
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  paintBrowserBars();
}

/** Sets the browser's `theme-color` to the background; an explicit choice overrides the media query. */
function paintBrowserBars(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
    const original = meta.getAttribute('data-original') ?? meta.getAttribute('content') ?? '';
    meta.setAttribute('data-original', original);
    meta.setAttribute('content', document.documentElement.dataset['theme'] ? backgroundColor : original);
  }
}
