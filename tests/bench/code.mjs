/** Times the shell, its `sort`, and git, compared with the same work without them. */

const files = 200;
const writes = 1_000;
const lines = 60_000;
const rounds = 5;

/**
 * @typedef {object} CodeFigures All in milliseconds. Medians, except `cold`, `loop` and `calls`.
 * @property {number} cold The first command of a page, including loading the shell's code.
 * @property {number} warm A command in a shell that was used.
 * @property {number} read `read_file` of an empty file, as the cost of a call in a warm tool host.
 * @property {number} status `git_status` of 200 files, one of them changed.
 * @property {number} commit `git_commit` of all 200 files, all of them changed.
 * @property {number} raw Reading the same files directly from OPFS on the page.
 * @property {number} loop 1,000 files written by a loop in the shell.
 * @property {number} sort 60,000 lines sorted by two keys in the shell, without the cost of a command.
 * @property {number} python The same lines sorted by the same keys in Python, measured there.
 * @property {number} calls The same files written by `write_file`, one call after the other.
 */

/**
 * @param {import('@playwright/test').Browser} browser @param {string} url
 * @returns {Promise<CodeFigures>}
 */
export async function measureCode(browser, url) {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.evaluate('oneclaw.ready');
    return await page.evaluate(measure, { files, writes, rounds, lines });
  } finally {
    await page.close();
  }
}

/**
 * Milliseconds of the first `run_python` of a new browser profile, with the download of Python from this machine.
 * @param {import('@playwright/test').Browser} browser @param {string} url
 */
export async function measureFirstPython(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate('oneclaw.ready');
    return await page.evaluate(async () => {
      const { oneclaw } = /** @type {any} */ (window);
      const start = performance.now();
      const report = await oneclaw.tools.call('run_python', { code: 'print(6 * 7)' });
      if (!String(report.result).includes('42')) throw new Error(`run_python: ${JSON.stringify(report)}`);
      return performance.now() - start;
    });
  } finally {
    await context.close();
  }
}

/** Runs in the page. @param {{ files: number, writes: number, rounds: number, lines: number }} counts @returns {Promise<CodeFigures>} */
async function measure({ files, writes, rounds, lines }) {
  const { oneclaw } = /** @type {any} */ (window);
  /** @param {string} tool @param {Record<string, unknown>} parameters */
  const call = async (tool, parameters) => {
    const start = performance.now();
    const report = await oneclaw.tools.call(tool, parameters);
    if (report.status !== 'success') throw new Error(`${tool}: ${report.message}`);
    return performance.now() - start;
  };
  const shell = (/** @type {string} */ command) => call('execute_shell_command', { command, timeout: 120 });
  const median = (/** @type {number[]} */ values) =>
    values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity;
  /** @param {() => Promise<number>} work */
  const repeat = async (work) => {
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < rounds; round++) times.push(await work());
    return median(times);
  };

  const cold = await shell('true');
  const warm = await repeat(() => shell('true'));
  await oneclaw.files.write('empty.txt', '');
  const read = await repeat(() => call('read_file', { path: 'empty.txt' }));

  const paths = Array.from({ length: files }, (_, at) => `repository/folder-${at % 10}/file-${at}.txt`);
  const fill = async (/** @type {number} */ round) => {
    for (const [at, path] of paths.entries())
      await oneclaw.files.write(path, `line ${at} of round ${round}\n`.repeat(100));
  };
  await oneclaw.files.write('.gitconfig', '[user]\n\tname = Ada Example\n\temail = ada@example.com\n');
  const repository = { path: 'repository' };
  await fill(0);
  await call('git_init', repository);
  await call('git_add', repository);
  await call('git_commit', { ...repository, message: 'first' });
  /** @type {number[]} */
  const commits = [];
  for (let round = 1; round <= rounds; round++) {
    await fill(round);
    commits.push(await call('git_commit', { ...repository, message: `round ${round}`, all: true }));
  }
  await oneclaw.files.write(paths[7] ?? '', 'changed\n');
  const status = await repeat(() => call('git_status', repository));
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('workspace');
  const raw = await repeat(async () => {
    const start = performance.now();
    for (const path of paths) {
      const names = path.split('/');
      let folder = root;
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
      await (await (await folder.getFileHandle(names.at(-1) ?? '')).getFile()).text();
    }
    return performance.now() - start;
  });

  const loop = await shell(`mkdir -p loop; for i in {1..${writes}}; do echo "line $i" > loop/$i.txt; done`);
  const begin = performance.now();
  for (let at = 1; at <= writes; at++)
    await call('write_file', { path: `calls/${at}.txt`, content: `line ${at}\n` });
  const calls = performance.now() - begin;

  const text = Array.from(
    { length: lines },
    (_, at) => `${(at * 7919) % 1e6} user${(at * 104729) % 5000} ${at}\n`,
  );
  await oneclaw.files.write('lines.txt', text.join(''));
  const sort = (await repeat(() => shell('sort -k2,2 -k1,1n lines.txt > sorted.txt'))) - warm;
  const code = `import time
start = time.perf_counter()
lines = open('lines.txt').readlines()
lines.sort(key=lambda line: (line.split(' ')[1], int(line.split(' ')[0])))
open('sorted-too.txt', 'w').writelines(lines)
(time.perf_counter() - start) * 1000`;
  const python = await repeat(async () => {
    const report = await oneclaw.tools.call('run_python', { code });
    return Number(/=> ([\d.]+)/.exec(String(report.result))?.[1] ?? NaN);
  });
  const compared = await oneclaw.tools.call('execute_shell_command', {
    command: 'cmp sorted.txt sorted-too.txt && echo the same',
  });
  if (!String(compared.result).includes('the same'))
    throw new Error('The shell and Python sort differently.');
  return { cold, warm, read, status, commit: median(commits), raw, loop, calls, sort, python };
}
