/** Sets what the browser reports to a page: its permissions, and whether the page is visible. */
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Uses the DevTools protocol: `grantPermissions` of Playwright cannot set "denied" or "prompt". */
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

/** Overrides `document.hidden`, because a headless browser never hides a page. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
