/** The rules of accessibility (WCAG 2.2 AA) on what a page shows, checked by axe while nothing moves. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './app.ts';

const mostLooks = 5;

/**
 * What axe finds on `page`, each as `rule: selector reason`.
 * A colour is measured wrong in the middle of a transition, so a look during which one began does not count.
 */
export async function faults(page: Page): Promise<string[]> {
  for (let look = 0; look < mostLooks; look++) {
    await page.evaluate(watchMotion);
    const { violations, passes } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    if (await page.evaluate(() => window.hasMoved)) continue;
    // It has looked.
    expect(passes.length).toBeGreaterThan(5);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  }
  throw new Error(`The page moved during each of ${mostLooks} looks.`);
}

declare global {
  interface Window {
    /** Whether a transition or an animation began since the last look. */
    hasMoved?: boolean;
  }
}

/** Waits for the end of each animation that has one, and notes from then on whether another begins. */
async function watchMotion(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  // A cancelled one rejects: it has ended, too.
  await Promise.allSettled(ending.map(({ finished }) => finished));
  if (window.hasMoved === undefined)
    for (const type of ['transitionrun', 'animationstart'])
      document.addEventListener(type, () => (window.hasMoved = true), { capture: true });
  window.hasMoved = false;
}
