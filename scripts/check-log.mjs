/** `node scripts/check-log.mjs FILE [HEAD]`: verifies an exported call log, without the app and without a network. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @typedef {{ seq: number, hash: string }} Point */

/**
 * Canonical JSON, like `canonicalJson` of the engine; a test compares the two functions.
 * @param {unknown} value @returns {string}
 */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`);
  return `{${fields.join(',')}}`;
}

/** @param {Record<string, unknown>} record @returns {string} */
function hashOf({ hash: _, ...record }) {
  return createHash('sha256').update(canonicalJson(record)).digest('hex');
}

/**
 * Verifies the hash chain of an exported log; `known` is the hash of a head that the user noted earlier.
 * @param {string} text @param {string} [known] @returns {{ ok: boolean, says: string }}
 */
export function checkLog(text, known) {
  const [first = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const head = parse(first);
  if (head?.format !== 'oneclaw-call-log' || head.version !== 1 || !head.checkpoint || !head.head)
    return broken(1, 'this is not a call log of OneClaw, version 1');
  /** @type {Point} */
  let last = head.checkpoint;
  const seen = new Set([last.hash]);
  for (const [index, line] of lines.entries()) {
    const record = parse(line);
    const at = index + 2;
    if (!record) return broken(at, 'this line is not JSON');
    if (record.seq !== last.seq + 1)
      return broken(at, `record ${last.seq + 1} is missing; this is ${record.seq}`);
    if (hashOf(record) !== record.hash)
      return broken(at, `record ${record.seq} was changed: it does not match its hash`);
    if (record.prev !== last.hash)
      return broken(at, `record ${record.seq} does not follow the one before it`);
    last = record;
    seen.add(record.hash);
  }
  if (last.seq !== head.head.seq || last.hash !== head.head.hash)
    return broken(lines.length + 1, `the log ends at record ${last.seq}, but its head is ${head.head.seq}`);
  if (known && !seen.has(known))
    return broken(1, 'the head you noted is not in this log: the whole log was rewritten, or is another one');
  return { ok: true, says: `${lines.length} records, unbroken. Head: ${last.seq} ${last.hash}` };
}

/** @param {number} line @param {string} why */
function broken(line, why) {
  return { ok: false, says: `Broken at line ${line}: ${why}.` };
}

/** @param {string} line @returns {any} */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    // The caller reports the line number.
    return undefined;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, known] = process.argv.slice(2);
  if (!file) {
    console.error('Usage: node scripts/check-log.mjs FILE [HEAD]');
    process.exit(2);
  }
  const { ok, says } = checkLog(readFileSync(file, 'utf8'), known);
  console.log(says);
  process.exit(ok ? 0 : 1);
}
