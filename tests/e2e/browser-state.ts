/** What the browser says of a page: permissions, and whether it is in sight. */
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Playwright's own grants cannot say "denied" or "prompt"; the DevTools protocol can. */
export async function setPermission(
  page: Page,
  name: string,
  setting: 'granted' | 'denied' | 'prompt',
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const browser = page.context().browser() as Browser;
  const root: CDPSession = await browser.newBrowserCDPSession();
  const { browserContextId } = targetInfo as { browserContextId?: string };
  await root.send('Browser.setPermission', {
    permission: { name },
    setting,
    origin: new URL(page.url()).origin,
    ...(browserContextId ? { browserContextId } : {}),
  });
}

/** A headless browser never hides a page, so the page is told that it is. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
