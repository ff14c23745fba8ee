/** The on-screen keyboard: the composer stays above it, and the top bar stays in place. */
import { expect, test } from '../app.ts';

test('the page uses the height above an overlaying keyboard, and the full height afterwards', async ({
  page,
  appUrl,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  // iOS makes only the visual viewport smaller; Chromium does not, so it is faked.
  await page.addInitScript(() => {
    const fake = Object.assign(new EventTarget(), {
      width: innerWidth,
      height: innerHeight,
      offsetTop: 0,
      offsetLeft: 0,
      scale: 1,
    });
    Object.defineProperty(window, 'visualViewport', { value: fake });
    Object.assign(window, { fakeViewport: fake });
  });
  await page.goto(appUrl);
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect(field).toBeVisible();
  const change = (fields: { height: number; offsetTop: number; scale: number }) =>
    page.evaluate((values) => {
      const { visualViewport } = window;
      Object.assign(visualViewport ?? {}, values);
      visualViewport?.dispatchEvent(new Event('resize'));
    }, fields);
  const edges = async () => {
    const [bar, composer] = await Promise.all([
      page.locator('main header').boundingBox(),
      page.locator('main footer').boundingBox(),
    ]);
    return { top: bar?.y, bottom: composer && Math.round(composer.y + composer.height) };
  };

  expect(await edges()).toEqual({ top: 0, bottom: 800 });
  await change({ height: 460, offsetTop: 0, scale: 1 });
  expect(await edges()).toEqual({ top: 0, bottom: 460 });
  await change({ height: 460, offsetTop: 120, scale: 1 });
  expect(await edges()).toEqual({ top: 120, bottom: 580 });
  // Zooming in also makes the visual viewport smaller, but is not a keyboard.
  await change({ height: 400, offsetTop: 50, scale: 2 });
  expect(await edges()).toEqual({ top: 0, bottom: 800 });
  await change({ height: 800, offsetTop: 0, scale: 1 });
  expect(await edges()).toEqual({ top: 0, bottom: 800 });
});
