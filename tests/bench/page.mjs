/** Traces the page during a burst: 20,000 stream events while 8 tools run, in the built app. */
import { chunk, ending, serveStream } from './stream-server.mjs';
import { longestTask, traceCategories } from './trace.mjs';

const events = 20_000;
const rounds = 5;

/**
 * @param {import('@playwright/test').Browser} browser @param {string} url of a build with test tools
 * @returns {Promise<{ longest: number, lost: number, frames: number, seconds: number }[]>} one per round, after a warm-up
 */
export async function measurePage(browser, url) {
  const server = await serveBurst();
  const page = await browser.newPage();
  /** @type {{ longest: number, lost: number, frames: number, seconds: number }[]} */
  const measured = [];
  try {
    await page.goto(url);
    await page.evaluate(
      (baseUrl) =>
        /** @type {any} */ (window).oneclaw.providers.save({
          kind: 'openai-chat',
          label: 'Burst',
          baseUrl,
          model: 'm',
        }),
      server.url,
    );
    for (let round = 0; round <= rounds; round++) {
      await browser.startTracing(page, { categories: traceCategories });
      const watched = await page.evaluate(watchBurst);
      const longest = longestTask(await browser.stopTracing(), 'burst');
      if (round > 0) measured.push({ longest, ...watched });
    }
  } finally {
    await page.close();
    server.close();
  }
  return measured;
}

/** Runs in the page. Sends a message, and counts frames from the first delta to the end of the run. */
async function watchBurst() {
  const { oneclaw } = /** @type {any} */ (window);
  const { session } = await oneclaw.chat.send('Hello');
  location.hash = `#/chat/${session}`;
  const log = () => document.querySelector('[role=log]')?.textContent ?? '';
  while (!log().includes('Hello')) await new Promise(requestAnimationFrame);
  const tools = Array.from({ length: 8 }, () => oneclaw.tools.call('test_wait', { milliseconds: 3_000 }));
  /** @type {number[]} */
  const frames = [];
  let isOver = false;
  let begun = 0;
  const paint = (/** @type {number} */ now) => {
    if (begun) frames.push(now);
    if (!isOver) requestAnimationFrame(paint);
  };
  requestAnimationFrame(paint);
  const quiet = oneclaw.on((/** @type {{ type: string }} */ { type }) => {
    if (type === 'text-delta' && !begun) {
      begun = performance.now();
      performance.mark('burst-begin');
    }
  });
  await oneclaw.chat.send('Burst', { session });
  performance.mark('burst-end');
  isOver = true;
  quiet();
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0);
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(tools);
  while (!log().includes('The end.')) await new Promise(requestAnimationFrame);
  return { lost, frames: frames.length, seconds };
}

function serveBurst() {
  // A typical answer: paragraphs with code and emphasis, and a short list from time to time.
  const words = [
    ...Array.from({ length: 36 }, (_, at) =>
      at % 9 === 4 ? ' **bold**' : at % 11 === 7 ? ' `code`' : ' words',
    ),
    '.\n\n',
    ...['- one', ' item', '\n- another', ' item', '\n\n'],
  ];
  const burst = (/** @type {import('node:http').ServerResponse} */ response) => {
    let at = 0;
    // Spread over 1.5 s, so that there are frames that could be lost.
    const timer = setInterval(() => {
      const until = Math.min(events, at + Math.ceil(events / 150));
      let text = '';
      while (at < until) text += chunk({ content: words[at++ % words.length] });
      response.write(text);
      if (at < events) return;
      clearInterval(timer);
      response.end(ending('The end.'));
    }, 10);
  };
  return serveStream((response, body) =>
    body.includes('Burst') ? burst(response) : response.end(ending('Hello.')),
  );
}
