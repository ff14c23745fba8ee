/** Runs attacks on a runtime; checks how each ends, the page's longest task meanwhile, and the next call. */
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';

export type Call = { tool: string; values: Record<string, unknown> };
export type Attack = Call & {
  /** Expected result of the attack. */
  ends: Record<string, unknown>;
  /**
   * Expected output of `check` if it is not `good`: an attack that ends by itself keeps the state that it
   * set.
   */
  after?: string;
};

export type Runtime = {
  /** Sets the state that must survive the attack. */
  begin?: Call;
  check: Call;
  /** Expected output of `check` after the attack. */
  good: string;
  attacks: Readonly<Record<string, Attack>>;
};

export const text = (part: string) => expect.stringContaining(part) as unknown;

/** Result of a tool that noticed its deadline itself. */
export const stopped = (message: string) => ({
  status: 'error',
  error_type: 'timeout',
  message: text(message),
});
/** Result of a tool that did not notice its deadline: its host was terminated. */
export const killed = {
  status: 'error',
  error_type: 'timeout',
  // The message contains the seconds that have passed; timers are late on a busy machine.
  message: expect.stringMatching(/timed out after [2-9](\.\d)?s and was stopped/) as unknown,
};
/** Result of a command that ended by itself, within the limits of its runtime or because of them. */
export const ended = (code: string, result: string, facts: Record<string, unknown> = {}) => ({
  status: 'success',
  result: text(result),
  metadata: { exit_code: code, ...facts },
});
/** A command that its own time limit stopped; its output is in the message. */
export const stoppedAt = (seconds: number, facts: Record<string, unknown> = {}) => ({
  status: 'error',
  error_type: 'timeout',
  message: text(`stopped after ${seconds} seconds`),
  metadata: { exit_code: '124', ...facts },
});
export const broke = (message: string) => ({
  status: 'error',
  error_type: 'execution_error',
  message: text(message),
});

type Watched = { result: Record<string, unknown>; longestTask: number };

/**
 * Starts measuring. The returned function stops and returns the longest task of the page in ms; 0 if below 50
 * ms.
 */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const tasks: number[] = [0];
    const take = (entries: PerformanceEntryList) => tasks.push(...entries.map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'longtask' });
    return {
      async longest(): Promise<number> {
        // The observer is notified in a separate task.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        take(observer.takeRecords());
        observer.disconnect();
        return Math.max(...tasks);
      },
    };
  });
  return () => watch.evaluate((each) => each.longest());
}

/** Calls a tool and measures the longest task of the page meanwhile. */
export async function run(page: Page, { tool, values }: Call, agent: string): Promise<Watched> {
  const longestTask = await watchTasks(page);
  const result = await page.evaluate(
    ([name, json, as]) => window.oneclaw.tools.call(name, JSON.parse(json) as never, { agent: as }),
    [tool, JSON.stringify(values), agent] as const,
  );
  return { result, longestTask: await longestTask() };
}

/** Control: proves that `watchTasks` detects a blocked page. */
export async function expectBlockedPageDetected(page: Page): Promise<void> {
  const longestTask = await watchTasks(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        setTimeout(() => {
          for (const end = performance.now() + 100; performance.now() < end;);
          resolve();
        }),
      ),
  );
  expect(await longestTask()).toBeGreaterThanOrEqual(90);
}

export async function runAttacks(page: Page, { begin, check, good, attacks }: Runtime): Promise<void> {
  const save = (timeouts: Record<string, number>) =>
    page.evaluate(
      (timeouts) =>
        window.oneclaw.agents.save({ name: 'Attacker', systemPrompt: '', tools: ['*'], timeouts }),
      timeouts,
    );
  const [patient, hasty] = [await save({}), await save({ '*': 2 })];
  await expectBlockedPageDetected(page);
  for (const [name, { ends, after = good, ...attack }] of Object.entries(attacks)) {
    await test.step(name, async () => {
      const agent = ends === killed ? hasty : patient;
      let watched: Watched;
      let tries = 3;
      do {
        if (begin) await run(page, begin, patient);
        watched = await run(page, attack, agent);
        // Retry: a page that is really blocked by the runtime is blocked each time, one that lacked CPU time
        // is not.
      } while (watched.longestTask > 50 && --tries > 0);
      expect.soft(watched.longestTask, `longest task of the page: ${name}`).toBeLessThanOrEqual(50);
      expect
        .soft(watched.result, `${name}: ${JSON.stringify(watched.result).slice(0, 300)}`)
        .toMatchObject(ends);
      expect.soft(JSON.stringify(watched.result).length, `characters: ${name}`).toBeLessThan(25_000);
      const { result: next } = await run(page, check, patient);
      expect.soft(next, `after ${name}`).toMatchObject({ status: 'success', result: text(after) });
    });
  }
}
