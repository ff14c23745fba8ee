/** Checks a page with axe against WCAG 2.2 AA while no transition or animation runs. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './app.ts';

const maxAttempts = 5;

/**
 * Returns the violations that axe finds on `page`, each as `rule: selector reason`.
 * axe misreads colours during a transition, so a check during which one began is repeated.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await page.evaluate(watchMotion);
    const { violations, passes } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    if (await page.evaluate(() => window.hasMoved)) continue;
    // Proof that axe examined the page.
    expect(passes.length).toBeGreaterThan(5);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  }
  throw new Error(`The page moved during each of ${maxAttempts} checks.`);
}

declare global {
  interface Window {
    /** Whether a transition or an animation began since the last check. */
    hasMoved?: boolean;
  }
}

/** Waits until all finite animations have ended; from then on, sets `hasMoved` when another one begins. */
async function watchMotion(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  // `finished` of a cancelled animation rejects, which also means that it has ended.
  await Promise.allSettled(ending.map(({ finished }) => finished));
  if (window.hasMoved === undefined)
    for (const type of ['transitionrun', 'animationstart'])
      document.addEventListener(type, () => (window.hasMoved = true), { capture: true });
  window.hasMoved = false;
}
