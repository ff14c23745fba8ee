/**
 * Times `write_file` of 1 kB, including undo record, log and event, against a plain write and close in OPFS.
 */

const rounds = 60;
const warmUps = 10;

/**
 * @param {import('@playwright/test').BrowserContext} context @param {string} url
 * @returns {Promise<{ call: number, bare: number }>} medians in milliseconds of alternating writes
 */
export async function measureWriteFile(context, url) {
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.evaluate('oneclaw.ready');
    return await page.evaluate(writeInTurn, { rounds, warmUps });
  } finally {
    await page.close();
  }
}

/** Runs in the page. @param {{ rounds: number, warmUps: number }} counts */
async function writeInTurn({ rounds, warmUps }) {
  const { oneclaw } = /** @type {any} */ (window);
  const content = 'x'.repeat(1_024);
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('bench-floor', { create: true });
  const time = async (/** @type {() => Promise<unknown>} */ work) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const call = async (/** @type {number} */ round) => {
    const path = 'bench.txt';
    const report = await oneclaw.tools.call('write_file', { path, content: `${round} ${content}` });
    if (report.status !== 'success') throw new Error(report.message);
  };
  const bare = async (/** @type {number} */ round) => {
    const file = await folder.getFileHandle('bench.txt', { create: true });
    const writable = await file.createWritable();
    await writable.write(`${round} ${content}`);
    await writable.close();
  };
  /** @type {number[]} */
  const calls = [];
  /** @type {number[]} */
  const bares = [];
  for (let round = 0; round < rounds + warmUps; round++) {
    const [ours, floor] = [await time(() => call(round)), await time(() => bare(round))];
    if (round >= warmUps) (calls.push(ours), bares.push(floor));
    // The log entry of the call is written in the background, and must not slow down the next write.
    await new Promise((done) => setTimeout(done, 30));
  }
  await root.removeEntry('bench-floor', { recursive: true });
  const median = (/** @type {number[]} */ values) =>
    values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity;
  return { call: median(calls), bare: median(bares) };
}
