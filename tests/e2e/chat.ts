/** Actions of a user in a chat, by accessible names. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './app.ts';

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

export function transcript(page: Page): Locator {
  return page.getByRole('log');
}

/** The card of the last call of this tool. */
export function callCard(page: Page, tool: string): Locator {
  return transcript(page).getByRole('group', { name: tool, exact: true }).last();
}

/** Waits until no run is active: there is no Stop button. */
export async function runEnds(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
}

/** Opens the menu on phones; on wide screens the navigation is always visible. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  // While the app loads, neither the menu nor the navigation exists.
  const navigation = page.getByRole('link', { name: 'Chat', exact: true });
  await expect(menu.or(navigation).filter({ visible: true }).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
}

/** Adds an OpenAI-compatible server through the scripting console. */
export function addServer(
  page: Page,
  baseUrl: string,
  changes: { model?: string; apiKey?: string } = {},
): Promise<string> {
  return page.evaluate(
    ({ baseUrl, changes }) =>
      window.oneclaw.providers.save({
        kind: 'openai-chat',
        label: 'Local',
        baseUrl,
        model: 'test-model',
        ...changes,
      }),
    { baseUrl, changes },
  );
}
