/**
 * `run.mjs FOLDER [NAME …]`: the PDF files of the tests of PDF.js, through the reader of the app. None may hang or crash
 * it, each ends in text or in an error that says what to do, and the text has at least nine of ten words that Poppler's
 * `pdftotext` finds. `known.json` lists the others with the reason; one that passes must be removed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const [corpus = '', ...wanted] = process.argv.slice(2);
/** Milliseconds; a file that takes longer is a hang. */
const fileMs = 60_000;
const leastShare = 0.9;

/** @typedef {{ file: string, text?: string, error?: string, isClear?: boolean, isStarted?: true }} Result */

process.exitCode = (await runSuite()) ? 0 : 1;

/** @returns {Promise<boolean>} */
async function runSuite() {
  if (spawnSync('pdftotext', ['-v']).error) {
    console.log('PDF: not run, it needs pdftotext (package poppler-utils)');
    return true;
  }
  /** @type {Record<string, string>} */
  const known = JSON.parse(readFileSync(join(here, 'known.json'), 'utf8'));
  const files = readdirSync(corpus).filter(
    (name) => name.endsWith('.pdf') && (wanted.length === 0 || wanted.includes(name)),
  );
  const counts = { text: 0, empty: 0, error: 0, listed: 0, failed: 0 };
  const results = await readAll(files);
  for (const file of files) {
    const result = results.get(file) ?? {
      file,
      error: 'The reader ended without an answer.',
      isClear: false,
    };
    const { kind, problem } = judge(result);
    const reason = known[file];
    if (problem === undefined) counts[kind]++;
    if (problem !== undefined && reason !== undefined) counts.listed++;
    else if (problem !== undefined || reason !== undefined) {
      counts.failed++;
      console.log(`pdf ${file}: ${problem ?? 'passes, though it is listed'}`);
    }
  }
  console.log(
    `\nPDF: ${files.length} files: ${counts.text} with the text of Poppler, ${counts.empty} without text, ${counts.error} refused with a clear error, ${counts.listed} listed, ${counts.failed} failed`,
  );
  return counts.failed === 0;
}

/** @param {Result} result @returns {{ kind: 'text' | 'empty' | 'error', problem?: string }} */
function judge({ file, text, error, isClear }) {
  const theirs = popplerText(join(corpus, file));
  const words = wordsOf(theirs ?? '');
  if (error !== undefined) {
    if (!isClear) return { kind: 'error', problem: `no clear error: ${error.slice(0, 200)}` };
    // What Poppler reads, too, must not be refused.
    return words.length < 3
      ? { kind: 'error' }
      : { kind: 'error', problem: `refused: ${error.slice(0, 200)}` };
  }
  if (words.length === 0) return { kind: 'empty' };
  const share = shareFound(words, wordsOf(text ?? ''));
  return share >= leastShare
    ? { kind: 'text' }
    : { kind: 'text', problem: `${share.toFixed(2)} of ${words.length} words` };
}

/** Undefined if Poppler cannot read the file. @param {string} path */
function popplerText(path) {
  const { status, stdout } = spawnSync('pdftotext', ['-enc', 'UTF-8', path, '-'], {
    encoding: 'utf8',
    maxBuffer: 64e6,
    timeout: fileMs,
  });
  return status === 0 ? stdout : undefined;
}

/** Letters of scripts without spaces are words of their own. @param {string} text @returns {string[]} */
function wordsOf(text) {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The share of `words` that `others` contain, each as often. @param {string[]} words @param {string[]} others */
function shareFound(words, others) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of words) {
    const left = counts.get(word) ?? 0;
    if (left > 0) found++;
    counts.set(word, left - 1);
  }
  return found / words.length;
}

/** @param {readonly string[]} files @returns {Promise<Map<string, Result>>} */
async function readAll(files) {
  /** @type {Map<string, Result>} */
  const results = new Map();
  for (let left = [...files]; left.length > 0; left = left.filter((file) => !results.has(file))) {
    const before = results.size;
    await readSome(left, results);
    if (results.size === before) throw new Error('The reader of PDF files does not start.');
  }
  return results;
}

/** Reads until all are done, or one hangs or ends the process. @param {readonly string[]} files @param {Map<string, Result>} results @returns {Promise<void>} */
async function readSome(files, results) {
  const child = spawn(process.execPath, [join(here, 'read-pdfs.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(files.map((file) => join(corpus, file))));
  /** @type {string | undefined} */
  let current;
  let timer = setTimeout(() => child.kill('SIGKILL'), 300_000);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"file"')) continue;
    const result = /** @type {Result} */ (JSON.parse(line));
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), fileMs);
    current = result.isStarted ? result.file : undefined;
    if (!result.isStarted) results.set(result.file, result);
  }
  clearTimeout(timer);
  if (current !== undefined)
    results.set(current, { file: current, error: 'It hangs, or ends the process.', isClear: false });
}
