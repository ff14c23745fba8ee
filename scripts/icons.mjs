/** Renders the PNG icons of the manifest from `public/icons/icon.svg`; run it by hand when the logo changes. */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.mjs';

const folder = new URL('../public/icons/', import.meta.url);
const svg = await readFile(new URL('icon.svg', folder), 'utf8');
// Launchers crop maskable icons: the background fills the square, the logo stays in the inner 80 %.
const maskable = svg
  .replace('rx="116"', '')
  .replace('<path', '<path transform="translate(46 46) scale(0.82)"');

const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await render(svg, 192, 'icon-192.png');
  await render(svg, 512, 'icon-512.png');
  await render(maskable, 512, 'icon-maskable-512.png');
} finally {
  await browser.close();
}

/**
 * @param {string} drawing
 * @param {number} size
 * @param {string} name
 */
async function render(drawing, size, name) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<body style="margin:0;background:none">${drawing}</body>`);
  await writeFile(new URL(name, folder), await page.screenshot({ omitBackground: true }));
  await page.close();
}
