/** Messages that cannot be cloned get an answer, and malformed messages do not stop the engine. */
import { expect, test } from '../app.ts';

test('a call whose arguments cannot be cloned, or are nested too deeply, gets an answer', async ({ app }) => {
  const answers = await app.evaluate(async () => {
    const nested = (depth: number) => {
      let value: unknown = 'x';
      for (let level = 0; level < depth; level++) value = [value];
      return value;
    };
    const values = [1_000, 3_000, 6_000, 12_000, 100_000].map(nested);
    return Promise.all(
      [...values, () => 'a function'].map((value) =>
        Promise.race([
          window.oneclaw.tools.call('write_file', { path: 'a.txt', content: value as string }).then(
            (result) => (result.status === 'error' ? `result: ${result.error_type}` : 'success'),
            (error: unknown) => `rejected: ${String(error)}`,
          ),
          new Promise<string>((resolve) => setTimeout(resolve, 20_000, 'no answer')),
        ]),
      ),
    );
  });
  for (const answer of answers)
    expect(answer).toMatch(/^(result: validation_error|rejected: .*(Error|read))/);
  expect(await app.evaluate(() => window.oneclaw.tools.call('noop', {}))).toMatchObject({
    status: 'success',
    result: 'noop executed with 0 params',
  });
});

test('a malformed message on a channel of the app is dropped, and the engine lives on', async ({ app }) => {
  const warnings: string[] = [];
  app.on('console', (message) => {
    if (message.text().includes('was dropped')) warnings.push(message.text());
  });
  const result = await app.evaluate(async () => {
    const waiting = window.oneclaw.tools.call('test_wait', { milliseconds: 500 });
    for (const name of ['oneclaw', 'oneclaw-vault', 'oneclaw-sign-in']) {
      const channel = new BroadcastChannel(name);
      for (const message of [
        null,
        'stop',
        { type: 'event' },
        { type: 'event', event: null },
        { type: 'held' },
      ])
        channel.postMessage(message);
      channel.close();
    }
    return waiting;
  });
  expect(result).toMatchObject({ status: 'success' });
  expect(warnings.length).toBeGreaterThanOrEqual(10);
});
