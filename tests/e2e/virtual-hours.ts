/** Hours in a moment: the timers of a page and of its workers are watched, and can be run on a clock that the test moves. */
import type { Page, Worker } from '@playwright/test';

/** What a page or a worker did: `set` with its delay, `fired` at its time; frames that were asked for are set at 0. */
export type TimerEvent = { what: 'set' | 'fired'; at: number; wait: number };

type Watched = {
  /** From now on timers wait for `pass`. */
  freeze(): void;
  pass(milliseconds: number): Promise<void>;
  events: TimerEvent[];
};

declare global {
  var watchedTimers: Watched | undefined;
}

/** Before the page is opened. Workers get it at the head of their script. */
export async function watchTimers(page: Page): Promise<void> {
  await page.addInitScript(instrument);
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${instrument.toString()})();\n${await response.text()}` });
  });
}

/** A worker that another worker started is watched from here on only. */
export async function freeze(page: Page): Promise<void> {
  for (const each of placesOf(page)) {
    await each.evaluate(instrument);
    await each.evaluate(() => globalThis.watchedTimers?.freeze());
  }
}

/** Minute by minute, in the page and in its workers. */
export async function passMinutes(page: Page, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++)
    for (const each of placesOf(page)) await each.evaluate(() => globalThis.watchedTimers?.pass(60_000));
}

/** What was seen since the last call: of the page, of the engine, and of other workers by their address. */
export async function takeEvents(page: Page): Promise<Map<string, TimerEvent[]>> {
  const taken = new Map<string, TimerEvent[]>();
  for (const each of placesOf(page)) {
    const events: TimerEvent[] | undefined = await each.evaluate(() =>
      globalThis.watchedTimers?.events.splice(0),
    );
    if (!events) throw new Error(`The timers of ${each.url()} are not watched.`);
    taken.set(taken.size === 0 ? 'page' : /\/engine-/.test(each.url()) ? 'engine' : each.url(), events);
  }
  return taken;
}

/** The page and all its workers. */
export function placesOf(page: Page): Pick<Worker, 'evaluate' | 'url'>[] {
  return [page, ...page.workers()];
}

/** Runs in the page and in workers: it can use nothing from outside of it. */
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
   * Waits for the work that a timer began: at its end as many timers wait as before. Work that sets none is given a
   * few turns, for the database and messages, and time to set one.
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
