/**
 * Times a durable step of the app over a local socket, compared with a worker that requests, appends and
 * flushes.
 */
import { chunk, ending, serveStream } from './stream-server.mjs';

const steps = 50;
const rounds = 7;

/**
 /**
  * @param {import('@playwright/test').BrowserContext} context
  * @param {{ app: string, floor: string }} urls of a build with test tools, and of the engine bench
  * @returns {Promise<{ step: number, floor: number }>} medians in milliseconds of alternating runs
  */
export async function measureChain(context, urls) {
  const server = await serveSteps();
  const [app, bare] = [await context.newPage(), await context.newPage()];
  try {
    await Promise.all([app.goto(urls.app), bare.goto(urls.floor)]);
    // Wait for the service worker: its installation fetches and stores all files, which would slow the first
    // rounds.
    await app.evaluate(async () => void (await navigator.serviceWorker.ready));
    await app.evaluate(
      (baseUrl) =>
        /** @type {any} */ (window).oneclaw.providers.save({
          ...{ kind: 'openai-chat', label: 'Chain', baseUrl, model: 'm', apiKey: 'none' },
          traits: { contextTokens: 10_000_000 },
        }),
      server.url,
    );
    /** @type {number[]} */
    const ours = [];
    /** @type {number[]} */
    const floors = [];
    for (let round = 0; round <= rounds; round++) {
      await app.bringToFront();
      const step = await app.evaluate(runChain, steps);
      const floor = await bare.evaluate((url) => /** @type {any} */ (window).chainFloor.run(url), server.url);
      if (floor.steps !== steps + 1) throw new Error(`The floor made ${floor.steps} steps.`);
      // The first round is a warm-up.
      if (round > 0) (ours.push(step / (steps + 1)), floors.push(floor.ms / floor.steps));
    }
    return { step: median(ours), floor: median(floors) };
  } finally {
    await Promise.all([app.close(), bare.close()]);
    server.close();
  }
}

/** Runs in the page. @param {number} steps @returns {Promise<number>} milliseconds */
async function runChain(steps) {
  const { oneclaw } = /** @type {any} */ (window);
  location.hash = '#/chat';
  const agent = await oneclaw.agents.save({
    name: 'Chain',
    systemPrompt: '',
    tools: ['noop'],
    maxSteps: 'unlimited',
  });
  const { session } = await oneclaw.chat.send('once', { agent });
  location.hash = `#/chat/${session}`;
  // Wait until the chat is shown, so that each measured step is rendered too.
  while (!document.querySelector('[role=log]')?.textContent?.includes('Done'))
    await new Promise(requestAnimationFrame);
  const start = performance.now();
  const { outcome, calls } = await oneclaw.chat.send('chain', { session });
  const took = performance.now() - start;
  if (outcome.type !== 'completed' || calls.length !== steps)
    throw new Error(`${calls.length} calls: ${JSON.stringify(outcome)}`);
  await oneclaw.agents.remove(agent);
  return took;
}

/** Replies with one call per request until the chain has `steps` results, then with text. */
function serveSteps() {
  return serveStream((response, body) => {
    const { messages } = /** @type {{ messages: { role: string, content: unknown }[] }} */ (JSON.parse(body));
    const begun = messages.findLastIndex(({ role }) => role === 'user');
    const done = messages.slice(begun).filter(({ role }) => role === 'tool').length;
    const isChain = JSON.stringify(messages[begun]?.content).includes('once') === false;
    if (!isChain || done >= steps) return void response.end(ending('Done.'));
    const call = {
      ...{ index: 0, id: `c${begun}_${done}`, type: 'function' },
      function: { name: 'noop', arguments: `{"n":${done}}` },
    };
    response.write(chunk({ content: 'Next.' }));
    response.end(`${chunk({ tool_calls: [call] })}${chunk({}, 'tool_calls')}data: [DONE]\n\n`);
  });
}

/** @param {number[]} values */
function median(values) {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity;
}
