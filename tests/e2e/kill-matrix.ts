/** Runs what hangs or floods a runtime, and looks at how it ends, at the page meanwhile, and at the next call. */
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';

export type Call = { tool: string; values: Record<string, unknown> };
export type Attack = Call & {
  /** How it ends. */
  ends: Record<string, unknown>;
  /** What `check` prints after it, if it is not `good`: a script that a limit has ended has ended by itself. */
  after?: string;
};

export type Runtime = {
  /** Sets what must survive. */
  begin?: Call;
  check: Call;
  /** What `check` prints. */
  good: string;
  attacks: Readonly<Record<string, Attack>>;
};

export const text = (part: string) => expect.stringContaining(part) as unknown;

/** Of a tool that noticed its deadline itself. */
export const stopped = (message: string) => ({
  status: 'error',
  error_type: 'timeout',
  message: text(message),
});
/** Of one that did not: its host was terminated. */
export const killed = {
  status: 'error',
  error_type: 'timeout',
  // The seconds that have passed: a timer of a busy machine is late.
  message: expect.stringMatching(/timed out after [2-9](\.\d)?s and was stopped/) as unknown,
};
/** Of one that came to its own end, within the limits of its runtime or because of them. */
export const ended = (code: string, result: string, facts: Record<string, unknown> = {}) => ({
  status: 'success',
  result: text(result),
  metadata: { exit_code: code, ...facts },
});
export const broke = (message: string) => ({
  status: 'error',
  error_type: 'execution_error',
  message: text(message),
});

type Watched = { result: Record<string, unknown>; longestTask: number };

/** Measures the longest task of the page until it is called; tasks of less than 50 ms count as none. */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const tasks: number[] = [0];
    const take = (entries: PerformanceEntryList) => tasks.push(...entries.map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'longtask' });
    return {
      async longest(): Promise<number> {
        // The observer is told in a task of its own.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        take(observer.takeRecords());
        observer.disconnect();
        return Math.max(...tasks);
      },
    };
  });
  return () => watch.evaluate((each) => each.longest());
}

/** Calls a tool, and measures the longest task of the page meanwhile. */
export async function run(page: Page, { tool, values }: Call, agent: string): Promise<Watched> {
  const longestTask = await watchTasks(page);
  const result = await page.evaluate(
    ([name, json, as]) => window.oneclaw.tools.call(name, JSON.parse(json) as never, { agent: as }),
    [tool, JSON.stringify(values), agent] as const,
  );
  return { result, longestTask: await longestTask() };
}

/** What measures sees a page that stands still. */
export async function proveWatch(page: Page): Promise<void> {
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

export async function attackAll(page: Page, { begin, check, good, attacks }: Runtime): Promise<void> {
  const save = (timeouts: Record<string, number>) =>
    page.evaluate(
      (timeouts) =>
        window.oneclaw.agents.save({ name: 'Attacker', systemPrompt: '', tools: ['*'], timeouts }),
      timeouts,
    );
  const [patient, hasty] = [await save({}), await save({ '*': 2 })];
  await proveWatch(page);
  for (const [name, { ends, after = good, ...attack }] of Object.entries(attacks)) {
    await test.step(name, async () => {
      const agent = ends === killed ? hasty : patient;
      let watched: Watched;
      let tries = 3;
      do {
        if (begin) await run(page, begin, patient);
        watched = await run(page, attack, agent);
        // A page that waits for a runtime waits each time; one that did not get the processor does not.
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
