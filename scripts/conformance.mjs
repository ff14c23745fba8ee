/**
 * `npm run conformance`: suites of others against this app, with Node 22, which npm supplies. The official MCP suite, both
 * revisions, one scenario at a time, because concurrent ones starve each other; names after `--` run only those. BFCL,
 * the examples of Markdown, the PDF files of PDF.js and the spec cases of Oils, which are not part of the project, run if
 * their folders are there (docs/conformance.md).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';

const suite = join(root, 'node_modules/@modelcontextprotocol/conformance');
const client = join(root, 'tests/conformance/client.ts');
const revisions = ['2025-11-25', '2026-07-28'];

/** Suites beside the project: the folder, or where its variable says, and the files that are read. */
const beside = [
  {
    ...{ name: 'BFCL', variable: 'BFCL', folder: '../gorilla', program: 'bfcl.ts' },
    files: ['berkeley-function-call-leaderboard/bfcl_eval/data'],
  },
  {
    ...{ name: 'CommonMark', variable: 'COMMONMARK', folder: '../commonmark-spec', program: 'markdown.ts' },
    files: ['spec.txt'],
  },
  { name: 'GFM', variable: 'GFM', folder: '../cmark-gfm', program: 'markdown.ts', files: ['test/spec.txt'] },
  { name: 'PDF', variable: 'PDFJS', folder: '../pdf.js', program: 'pdf/run.mjs', files: ['test/pdfs'] },
  { name: 'Oils', variable: 'OILS', folder: '../oils', program: 'oils/run.mjs', files: ['spec'] },
];

/** Scenarios that do not pass, each with its reason; `docs/mcp.md` says more. */
/** @type {Record<string, string>} */
const known = {};

const node = findNode();
const wanted = process.argv.slice(2);
const results = mkdtempSync(join(tmpdir(), 'conformance-'));
let [passed, failed] = [0, 0];
for (const revision of revisions) {
  for (const scenario of scenariosOf(revision)) {
    if (wanted.length > 0 && !wanted.includes(scenario)) continue;
    const { isGood, text } = run(scenario, revision);
    const reason = known[scenario];
    if (isGood) passed++;
    else if (reason === undefined) failed++;
    // A scenario that passes again must be removed from the list.
    const mark = isGood
      ? reason === undefined
        ? 'ok'
        : 'ok, though listed'
      : `FAILED${reason ? ` (${reason})` : ''}`;
    console.log(`${revision} ${scenario.padEnd(42)} ${mark}`);
    if (!isGood && (reason === undefined || wanted.length > 0)) console.log(text);
  }
}
rmSync(results, { recursive: true, force: true });
console.log(`\nMCP: ${passed} passed, ${failed} failed`);
if (wanted.length === 0) for (const one of beside) runBeside(one);
process.exitCode = failed > 0 ? 1 : 0;

/** @param {typeof beside[number]} suite */
function runBeside({ name, variable, folder, program, files }) {
  const place = process.env[variable] ?? join(root, folder);
  const found = files.map((file) => join(place, file));
  if (!found.every((file) => existsSync(file)))
    return console.log(`${name}: not run, ${place} has no ${files.join(', ')} (docs/conformance.md)`);
  const { status } = spawnSync(node, [join(root, 'tests/conformance', program), ...found], {
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}

/** @param {string} scenario @param {string} revision */
function run(scenario, revision) {
  const { status, stdout, stderr } = spawnSync(
    node,
    [
      join(suite, 'dist/index.js'),
      'client',
      ...['--command', `${node} ${client}`],
      ...['--scenario', scenario],
      ...['--spec-version', revision],
      ...['--timeout', '60000'],
      ...['-o', results],
    ],
    { cwd: results, encoding: 'utf8' },
  );
  return { isGood: status === 0, text: `${stdout}${stderr}` };
}

/** What the revision requires of a client, as the suite froze it. @param {string} revision @returns {string[]} */
function scenariosOf(revision) {
  const text = readFileSync(join(suite, `requirements/${revision}.yaml`), 'utf8');
  const list = /^client:\n((?:\s+-.*\n|\s*#.*\n)*)/m.exec(text)?.[1] ?? '';
  return [...list.matchAll(/^\s+-\s+(\S+)/gm)].map(([, name]) => name ?? '');
}

/** @returns {string} */
function findNode() {
  const own = process.env.NODE22;
  if (own) return own;
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const found = spawnSync('npx', ['--yes', '--package=node@22', 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const path = found.stdout.trim().split('\n').at(-1);
  if (!path) throw new Error(`Node 22 could not be fetched: ${found.stderr}`);
  return path;
}
