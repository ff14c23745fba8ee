/**
 * A virtual clock: records the timers of a page and its workers, and runs them when the test advances the
 * time.
 */
import type { Page, Worker } from '@playwright/test';

/** `set`: a timer or frame was requested, with its delay `wait` (0 for a frame). `fired`: a timer ran. */
export type TimerEvent = { what: 'set' | 'fired'; at: number; wait: number };

type Watched = {
  /** From now on, timers fire only during `pass`. */
  freeze(): void;
  pass(milliseconds: number): Promise<void>;
  events: TimerEvent[];
};

declare global {
  var watchedTimers: Watched | undefined;
}

/**
 * Call this before the page is opened. The instrumentation is prepended to every script, including workers.
 */
export async function watchTimers(page: Page): Promise<void> {
  await page.addInitScript(instrument);
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${instrument.toString()})();\n${await response.text()}` });
  });
}

/** Freezes the timers of the page and all workers. A worker without instrumentation gets it here. */
export async function freeze(page: Page): Promise<void> {
  for (const each of pageAndWorkers(page)) {
    await each.evaluate(instrument);
    await each.evaluate(() => globalThis.watchedTimers?.freeze());
  }
}

/** Advances the clock minute by minute, in the page and in its workers. */
export async function advanceMinutes(page: Page, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++)
    for (const each of pageAndWorkers(page))
      await each.evaluate(() => globalThis.watchedTimers?.pass(60_000));
}

/** Events since the last call, by place: `page`, `engine`, or the address of another worker. */
export async function takeEvents(page: Page): Promise<Map<string, TimerEvent[]>> {
  const taken = new Map<string, TimerEvent[]>();
  for (const each of pageAndWorkers(page)) {
    const events: TimerEvent[] | undefined = await each.evaluate(() =>
      globalThis.watchedTimers?.events.splice(0),
    );
    if (!events) throw new Error(`The timers of ${each.url()} are not watched.`);
    taken.set(taken.size === 0 ? 'page' : /\/engine-/.test(each.url()) ? 'engine' : each.url(), events);
  }
  return taken;
}

export function pageAndWorkers(page: Page): Pick<Worker, 'evaluate' | 'url'>[] {
  return [page, ...page.workers()];
}

/** Runs in the page and in workers. It is serialized, so it must not use anything outside its own body. */
function instrument(): void {
  if (globalThis.watchedTimers) return;
  type Waiting = { at: number; wait: number; every: boolean; act: () => void; real?: number };
  const waiting = new Map<number, Waiting>();
  const events: TimerEvent[] = [];
  const { setTimeout: later, clearTimeout: never, Date: RealDate } = globalThis;
  const longestWorkMs = 3_000;
  let skew = 0;
  let isFrozen = false;
  let ids = 1_000_000;
  const now = () => RealDate.now() + skew;

  function fire(id: number): void {
    const timer = waiting.get(id);
    if (!timer) return;
    events.push({ what: 'fired', at: now(), wait: timer.wait });
    if (timer.every) arm(id, { ...timer, at: timer.at + Math.max(1, timer.wait) });
    else waiting.delete(id);
    timer.act();
  }

  function arm(id: number, timer: Waiting): void {
    const wait = Math.max(0, timer.at - now());
    const real = isFrozen ? undefined : (later(() => fire(id), wait) as unknown as number);
    waiting.set(id, { ...timer, ...(real === undefined ? {} : { real }) });
  }

  function set(every: boolean) {
    return (act: unknown, wait = 0, ...values: unknown[]): number => {
      const id = ++ids;
      events.push({ what: 'set', at: now(), wait });
      const run = () => void (typeof act === 'function' && (act as (...all: unknown[]) => void)(...values));
      arm(id, { at: now() + wait, wait, every, act: run });
      return id;
    };
  }

  function clear(id: unknown): void {
    const timer = waiting.get(Number(id));
    if (timer?.real !== undefined) never(timer.real);
    waiting.delete(Number(id));
  }

  function turn(): Promise<void> {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (port1.close(), resolve());
      port2.postMessage(null);
    });
  }

  /**
   * Waits until the work started by a timer is done: then as many timers wait as before. Work that sets no
   * timer gets 300 message turns for the database and messages, and `longestWorkMs` to set one.
   */
  async function settle(timersBefore: number): Promise<void> {
    for (let turns = 0; turns < 300; turns++) await turn();
    const end = RealDate.now() + longestWorkMs;
    while (waiting.size !== timersBefore && RealDate.now() < end) await turn();
  }

  Object.assign(globalThis, {
    ...{ setTimeout: set(false), setInterval: set(true), clearTimeout: clear, clearInterval: clear },
    Date: new Proxy(RealDate, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
      get: (target, key): unknown => (key === 'now' ? now : Reflect.get(target, key)),
    }),
    watchedTimers: {
      events,
      freeze() {
        isFrozen = true;
        for (const timer of waiting.values()) if (timer.real !== undefined) never(timer.real);
      },
      async pass(milliseconds: number) {
        const end = now() + milliseconds;
        for (;;) {
          const [next] = [...waiting].sort(([, one], [, other]) => one.at - other.at);
          if (!next || next[1].at > end) break;
          skew += Math.max(0, next[1].at - now());
          const timersBefore = waiting.size;
          fire(next[0]);
          await settle(timersBefore);
        }
        skew += Math.max(0, end - now());
      },
    } satisfies Watched,
  });
  if ('requestAnimationFrame' in globalThis) {
    const frame = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (act) => {
      events.push({ what: 'set', at: now(), wait: 0 });
      return frame(act);
    };
  }
}
