/**
 * Runs survive the death of tabs and engines at random moments: ten deaths by default, 200 in `npm run soak`.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { textOf } from '#shared/conversation/message.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { startChatServer, type ChatBody, type Reply } from '#tests/fixtures/model-servers/chat-server.ts';
import { createRandom } from '#tests/fixtures/worlds/random.ts';
import { addServer } from '../chat.ts';
import { expect, test, watchProblems } from '../app.ts';

const deaths = process.env.SUITE === 'soak' ? 200 : 5;
const seed = 20_261_122;

type Way = 'close' | 'crash' | 'reload' | 'worker';
const ways: readonly Way[] = ['close', 'crash', 'reload', 'worker'];

/**
 * The calls of each step. Each id contains the number of the death, so that no two runs have the same effect.
 */
type Script = { id: string; name: 'test_effect' | 'test_wait'; milliseconds: number }[][];

function makeScript(death: number, random: (below: number) => number): Script {
  return Array.from({ length: 2 + random(2) }, (_, step) =>
    Array.from({ length: 1 + random(3) }, (_, at) => ({
      id: `${death}-${step}-${at}`,
      name: random(3) === 0 ? ('test_wait' as const) : ('test_effect' as const),
      milliseconds: random(120),
    })),
  );
}

/** The server keeps no state: it derives the next reply from the conversation in the request. */
function nextReply(scripts: ReadonlyMap<string, Script>, { messages = [] }: ChatBody): Reply {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const script = scripts.get(String(messages[asked]?.content)) ?? [];
  const step = script[messages.slice(asked).filter(({ role }) => role === 'assistant').length];
  if (!step) return { text: 'All done.', delay: 2 };
  const calls = step.map(({ id, name, milliseconds }) => ({
    id,
    name,
    arguments: name === 'test_wait' ? { milliseconds } : { name: id, milliseconds },
  }));
  return { text: 'Let me see.', calls, delay: 2 };
}

async function openTab(context: BrowserContext, url: string, seen: SessionEvent[]): Promise<Page> {
  const page = await context.newPage();
  await page.exposeFunction('tellTest', (event: SessionEvent) => void seen.push(event));
  await follow(page, url);
  return page;
}

/** Records every event that this tab receives: what it was told must still be true after a death. */
async function follow(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(async () => {
    await window.oneclaw.ready;
    const tell = Reflect.get(window, 'tellTest') as (event: unknown) => void;
    window.oneclaw.on((event) => 'session' in event && tell(event));
  });
}

async function kill(page: Page, way: Way, url: string): Promise<void> {
  if (way === 'worker') {
    const [engine] = page.workers().filter((worker) => /engine/.test(worker.url()));
    void engine?.evaluate(() => self.close()).catch(() => undefined);
    return;
  }
  if (way === 'reload') return follow(page, url);
  if (way === 'crash') {
    const crashed = page.waitForEvent('crash');
    const session = await page.context().newCDPSession(page);
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
  }
  await page.close();
}

/**
 * The session of the run, from the events of this tab or from the store; undefined if the run never began.
 */
async function findSession(
  page: Page,
  told: readonly SessionEvent[],
  text: string,
): Promise<string | undefined> {
  const start = told.find(
    (event) => event.type === 'run-start' && event.message && textOf(event.message) === text,
  );
  if (start) return start.session;
  /** `null` until an engine answers. */
  const found: { id: string | null | undefined } = { id: null };
  await expect
    .poll(async () => {
      // An engine that has just died, or dies while it starts, rejects; the next one answers.
      found.id = await page
        .evaluate(async (text) => {
          const { sessions } = window.oneclaw;
          for (const { id } of await sessions.list()) {
            const [first] = (await sessions.get(id))?.messages ?? [];
            if (first?.parts.some((part) => part.type === 'text' && part.text === text)) return id;
          }
          return undefined;
        }, text)
        .catch(() => null);
      return found.id;
    })
    .not.toBeNull();
  return found.id ?? undefined;
}

/** Answers the question about interrupted calls, if there is one, and waits for the end of the run. */
async function finish(
  page: Page,
  session: string,
  choice: 'repeat' | 'skip',
): Promise<{ view: SessionView | null; asked: string[] }> {
  const asked: string[] = [];
  let view: SessionView | null = null;
  await expect
    .poll(
      async () => {
        // An engine that has just died rejects; the next one answers.
        view = await page.evaluate((id) => window.oneclaw.sessions.get(id).catch(() => null), session);
        const waiting = view?.run?.waiting;
        if (waiting && !waiting.every((id) => asked.includes(id))) {
          asked.push(...waiting);
          void page
            .evaluate(({ id, calls }) => window.oneclaw.chat.resume(id, { calls }), {
              id: session,
              calls: choice,
            })
            .catch(() => undefined);
        }
        return view?.outcome?.type ?? 'goes on';
      },
      { timeout: 20_000, intervals: [50] },
    )
    .toBe('completed');
  return { view, asked };
}

test(`${deaths} deaths at random moments: every call has one result, and nothing finished runs twice`, async ({
  context,
  appUrl,
}) => {
  test.setTimeout(deaths * 20_000);
  const random = createRandom(seed);
  const scripts = new Map<string, Script>();
  const server = await startChatServer({ fallback: (body) => nextReply(scripts, body), packets: 'event' });
  const seen: SessionEvent[] = [];
  let page = await openTab(context, appUrl, seen);
  const problems = watchProblems(page);
  await addServer(page, server.url);
  const counts = { waited: 0, resumed: 0, unharmed: 0 };

  for (let death = 0; death < deaths; death++) {
    const script = makeScript(death, random);
    const text = `Run ${death}`;
    scripts.set(text, script);
    const way = ways[random(ways.length)]!;
    const choice = random(2) === 0 ? 'repeat' : 'skip';
    const moment = random(700);
    // In one of three rounds, another tab is open that can take over the run.
    const other = random(3) === 0 ? await openTab(context, appUrl, seen) : undefined;
    const from = seen.length;

    const sent = page.evaluate((text) => window.oneclaw.chat.send(text), text).catch(() => undefined);
    // The random moment is the point of this test.
    await new Promise((resolve) => setTimeout(resolve, moment));
    await kill(page, way, appUrl);
    if (page.isClosed()) page = other ?? (await openTab(context, appUrl, seen));
    else if (other) await other.close();
    await sent;

    // The tab may have died before the run began.
    const session = await findSession(page, seen.slice(from), text);
    if (session === undefined) continue;
    const told = seen.slice(from).filter((event) => event.session === session);
    const { view, asked } = await finish(page, session, choice);
    const label = `death ${death}: ${way} after ${moment} ms`;
    const parts = view?.messages.flatMap((message) => message.parts) ?? [];
    const calls = parts.flatMap((part) => (part.type === 'call' ? [part] : []));
    const results = parts.flatMap((part) => (part.type === 'result' ? [part] : []));
    expect(calls.map(({ id }) => id).sort(), label).toEqual(
      script
        .flat()
        .map(({ id }) => id)
        .sort(),
    );
    expect(results.map(({ call }) => call).sort(), label).toEqual(calls.map(({ id }) => id).sort());
    expect(
      view?.messages.filter(({ role }) => role === 'user'),
      label,
    ).toHaveLength(1);

    const effects = await page.evaluate(() => window.oneclaw.files.read('effects.txt').catch(() => ''));
    const lines = effects.split('\n');
    for (const { id, name } of script.flat()) {
      if (name !== 'test_effect') continue;
      const times = lines.filter((line) => line === id).length;
      const result = results.find(({ call }) => call === id)?.result;
      const isDoubtful = asked.includes(id);
      if (!isDoubtful)
        expect({ id, times, status: result?.status }, label).toEqual({ id, times: 1, status: 'success' });
      else if (choice === 'repeat') expect(times, `${label}, ${id}`).toBeGreaterThan(0);
      else expect(result, `${label}, ${id}`).toMatchObject({ error_type: 'interrupted' });
      if (isDoubtful) expect(times, `${label}, ${id}`).toBeLessThanOrEqual(choice === 'repeat' ? 2 : 1);
      // The result that a tab was sent must equal the stored one.
      const end = told.find((event) => event.type === 'tool-end' && event.call === id);
      if (end?.type === 'tool-end' && !isDoubtful) expect(result, label).toEqual(end.result);
    }
    if (asked.length > 0) counts.waited++;
    else if (parts.some((part) => part.type === 'note' && part.note.type === 'resumed')) counts.resumed++;
    else counts.unharmed++;
  }
  console.log(`${deaths} deaths: ${JSON.stringify(counts)}`);
  // Chance decides which call a death interrupts: in few deaths, it may never be one that is not repeatable.
  if (deaths >= 200) expect(counts.waited).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  await server.close();
});
