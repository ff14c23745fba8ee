/** A hung tool cannot hang the app: every killer ends at its deadline, its neighbours succeed, the page keeps painting. */
import { expect, test } from '../app.ts';

for (const killer of ['test_loop', 'test_regex', 'test_parse', 'test_storm']) {
  test(`${killer} ends in timeout at its deadline while another call succeeds and the page paints`, async ({
    app,
  }) => {
    const report = await app.evaluate(async (name) => {
      let frames = 0;
      let longest = 0;
      let last = performance.now();
      const paint = (now: number) => {
        frames++;
        longest = Math.max(longest, now - last);
        last = now;
        requestAnimationFrame(paint);
      };
      requestAnimationFrame(paint);
      const [killed, other] = await Promise.all([
        window.oneclaw.tools.call(name),
        window.oneclaw.tools.call('get_current_time'),
      ]);
      return { killed, other, frames, longest };
    }, killer);

    expect(report.killed).toMatchObject({ status: 'error', error_type: 'timeout' });
    expect(report.other).toMatchObject({ status: 'success' });
    // One second of deadline, a quarter of grace: a page that stood still would have painted a handful.
    expect(report.frames).toBeGreaterThan(30);
  });
}

test('the next call after a kill finds a fresh host', async ({ app }) => {
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

test('a tool host is left with none of the ambient powers of a worker', async ({ app }) => {
  const result = await app.evaluate(() => window.oneclaw.tools.call('test_reach'));
  expect(result).toMatchObject({ status: 'success', result: '' });
});

test.describe('the production build', () => {
  test.use({ build: 'production' });

  test('has no tools that misbehave', async ({ app }) => {
    const names = await app.evaluate(async () => (await window.oneclaw.tools.list()).map(({ name }) => name));
    expect(names).toContain('get_current_time');
    expect(names.filter((name) => name.startsWith('test_'))).toEqual([]);
  });
});
