/**
 * A hung tool cannot hang the app: it ends at its deadline, other calls succeed, and the page keeps painting.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../app.ts';

type Frames = { painted: number; longestGap: number };

// Serial: two looping tools use both cores of a small machine and leave no CPU time for painting.
test.describe.configure({ mode: 'default' });

/** Milliseconds. A page blocked by the tool has a gap of the whole deadline plus grace: 1,250 ms. */
const longestGap = 500;

/** Starts counting the frames of the page until `stopFrames` is called. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: Frames = { painted: 0, longestGap: 0 };
    let last = performance.now();
    let isOver = false;
    const count = (now: number) => {
      frames.longestGap = Math.max(frames.longestGap, now - last);
      last = now;
    };
    const paint = () => {
      if (isOver) return;
      frames.painted++;
      count(performance.now());
      requestAnimationFrame(paint);
    };
    requestAnimationFrame(paint);
    const stopFrames = () => {
      isOver = true;
      // Count the time since the last frame too: a page that is still blocked has an open gap.
      count(performance.now());
      return frames;
    };
    Object.assign(window, { stopFrames });
  });
}

function stopFrames(page: Page): Promise<Frames> {
  return page.evaluate(() => (Reflect.get(window, 'stopFrames') as () => Frames)());
}

for (const killer of ['test_loop', 'test_regex', 'test_parse', 'test_storm']) {
  test(
    `${killer} ends in timeout at its deadline while another call succeeds and the page paints`,
    { tag: '@core' },
    async ({ app }) => {
      await watchFrames(app);
      // As long as the tool may run: a deadline of 1 s plus 250 ms of grace.
      await app.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_250)));
      const idle = await stopFrames(app);

      await watchFrames(app);
      const [killed, other] = await app.evaluate(
        (name) =>
          Promise.all([window.oneclaw.tools.call(name), window.oneclaw.tools.call('get_current_time')]),
        killer,
      );
      const busy = await stopFrames(app);

      expect(killed).toMatchObject({ status: 'error', error_type: 'timeout' });
      expect(other).toMatchObject({ status: 'success' });
      // Compared with the same page at rest, because the machine itself may be slow.
      expect(busy.longestGap).toBeLessThan(Math.max(longestGap, 2 * idle.longestGap));
      expect(busy.painted).toBeGreaterThan(idle.painted / 2);
    },
  );
}

test('the next call after a kill gets a new host', async ({ app }) => {
  const results = await app.evaluate(async () => {
    const killed = await window.oneclaw.tools.call('test_loop');
    const next = await window.oneclaw.tools.call('write_file', { path: 'after.txt', content: 'still here' });
    return { killed, next, text: await window.oneclaw.files.read('after.txt') };
  });
  expect(results.next).toMatchObject({ status: 'success' });
  expect(results.text).toBe('still here');
});

test('a tool that throws becomes an execution_error without a stack', async ({ app }) => {
  const result = await app.evaluate(() => window.oneclaw.tools.call('test_crash'));
  expect(result).toMatchObject({
    status: 'error',
    error_type: 'execution_error',
    message: 'Tool execution failed: The tool broke.',
  });
});

test('a tool host has none of the ambient APIs of a worker', async ({ app }) => {
  const result = await app.evaluate(() => window.oneclaw.tools.call('test_reach'));
  expect(result).toMatchObject({ status: 'success', result: '' });
});

test.describe('the production build', () => {
  test.use({ build: 'production' });

  test('has no misbehaving tools', async ({ app }) => {
    const names = await app.evaluate(async () => (await window.oneclaw.tools.list()).map(({ name }) => name));
    expect(names).toContain('get_current_time');
    expect(names.filter((name) => name.startsWith('test_'))).toEqual([]);
  });
});
