/** Streams an answer of 50 kB of code and tables with a throttled CPU. */
import { chunk, ending, serveStream } from './stream-server.mjs';
import { longestTask, traceCategories } from './trace.mjs';

const answerCharacters = 50_000;
const slowdown = 4;
const packetCharacters = 400;

/**
 * @param {import('@playwright/test').Browser} browser @param {string} url
 * @param {number} rounds
 * @returns {Promise<number>} the longest task of the page in milliseconds of CPU time; the median of all rounds
 */
export async function measureCodeAnswer(browser, url, rounds = 3) {
  const server = await serveAnswer();
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  /** @type {number[]} */
  const longest = [];
  try {
    await page.goto(url);
    await page.evaluate(
      (baseUrl) =>
        /** @type {any} */ (window).oneclaw.providers.save({
          ...{ kind: 'openai-chat', label: 'Code', baseUrl, model: 'm' },
          traits: { contextTokens: 10_000_000 },
        }),
      server.url,
    );
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    for (let round = 0; round <= rounds; round++) {
      await browser.startTracing(page, { categories: traceCategories });
      await page.evaluate(streamAnswer);
      const task = longestTask(await browser.stopTracing(), 'code');
      // The first round loads the code of the formatter and the highlighter.
      if (round > 0) longest.push(task);
    }
  } finally {
    await context.close();
    server.close();
  }
  return longest.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Infinity;
}

/** Runs in the page. Waits for the end of the text, and two more frames for the colours of the last block. */
async function streamAnswer() {
  const { oneclaw } = /** @type {any} */ (window);
  const log = () => document.querySelector('[role=log]')?.textContent ?? '';
  const { session } = await oneclaw.chat.send('Hello');
  location.hash = `#/chat/${session}`;
  while (!log().includes('Hello.')) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 300));
  performance.mark('code-begin');
  await oneclaw.chat.send('Code', { session });
  // Reading the text of the whole log would take longer than a frame.
  const paragraphs = document.getElementsByTagName('p');
  const isLast = () => [...paragraphs].slice(-5).some(({ textContent }) => textContent === 'The end.');
  while (!isLast()) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 500));
  performance.mark('code-end');
}

function serveAnswer() {
  const text = answer();
  return serveStream((response, body) => {
    if (!body.includes('"Code"')) return void response.end(ending('Hello.'));
    let sent = 0;
    // Fifty packets per second, like a fast model service.
    const timer = setInterval(() => {
      if (sent < text.length) {
        response.write(chunk({ content: text.slice(sent, sent + packetCharacters) }));
        sent += packetCharacters;
        return;
      }
      clearInterval(timer);
      response.end(ending('\n\nThe end.'));
    }, 20);
  });
}

/** Text with code blocks and tables, both of usual and of great length. */
function answer() {
  const line = (/** @type {number} */ at) =>
    `  const value${at} = await read('file-${at}.txt', { retries: ${at % 7} }); // the ${at}th of them`;
  const code = (/** @type {number} */ lines) =>
    `\`\`\`ts\nexport async function work(): Promise<void> {\n${Array.from({ length: lines }, (_, at) => line(at)).join('\n')}\n}\n\`\`\``;
  const row = (/** @type {number} */ at) =>
    `| item ${at} | **${at * 3}** | \`key_${at}\` | some words about item ${at} |`;
  const table = (/** @type {number} */ rows) =>
    `| Name | Count | Key | Note |\n|---|---:|---|---|\n${Array.from({ length: rows }, (_, at) => row(at)).join('\n')}`;
  const words = 'Some **words** about what follows, with `code` in them.';
  let text = '';
  for (let part = 0; text.length < answerCharacters; part++)
    text += `## Part ${part}\n\n${words}\n\n${code(part % 3 === 2 ? 120 : 30)}\n\n${words}\n\n${table(part % 3 === 1 ? 120 : 20)}\n\n`;
  return text;
}
