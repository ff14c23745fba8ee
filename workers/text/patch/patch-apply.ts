/**
 * Applies the hunks of a patch to the text of one file. The context lines must match exactly, but may have
 * moved up or down.
 */
import { isWindowsText } from '../line-ends.ts';
import type { Hunk, PatchLine } from './patch-parse.ts';

export type PatchOutcome = { type: 'applied'; text: string } | { type: 'rejected'; reason: string };

const shownLines = 10;

/**
 * Applies the hunks exactly. If that fails, it tolerates different line endings, a missing last one and a byte order
 * mark, because models cannot see them.
 */
export function applyHunks(path: string, text: string, hunks: readonly Hunk[]): PatchOutcome {
  const exact = applyTo(path, { lines: splitLines(text), hunks, finish: (result) => result });
  // Lines that are only added fit everywhere, so that they would get other line ends than the file.
  if (exact.type === 'applied' && !isWindowsText(text)) return exact;
  const tolerant = applyTo(path, prepare(text, hunks));
  return tolerant.type === 'applied' ? tolerant : exact;
}

function applyTo(path: string, file: Prepared): PatchOutcome {
  // A list of parts instead of one list of lines, because `push` accepts only about a hundred thousand
  // values.
  const parts: string[][] = [];
  let from = 0;
  let drift = 0;
  for (const [index, hunk] of file.hunks.entries()) {
    const old = hunk.lines.filter(({ kind }) => kind !== '+').map((line) => line.text);
    const expected = expectedAt(hunk, old.length) + drift;
    const place = locate(file.lines, old, expected, from, hunk.oldStart !== undefined);
    if (typeof place !== 'number')
      return {
        type: 'rejected',
        reason: explain({ path, index, hunk, old, lines: file.lines, expected, places: place }),
      };
    parts.push(file.lines.slice(from, place), freshLines(hunk.lines));
    drift = place - expectedAt(hunk, old.length);
    from = place + old.length;
  }
  const out = [...parts, file.lines.slice(from)].flat();
  if (out.slice(0, -1).some((line) => !line.endsWith('\n')))
    return { type: 'rejected', reason: `${path} has no line end where the patch adds a line after it.` };
  return { type: 'applied', text: file.finish(out.join('')) };
}

function expectedAt({ oldStart }: Hunk, oldCount: number): number {
  // A hunk that only adds names the line it comes after.
  return oldStart === undefined ? 0 : oldCount === 0 ? oldStart : oldStart - 1;
}

type Prepared = { lines: string[]; hunks: readonly Hunk[]; finish(text: string): string };

function prepare(whole: string, hunks: readonly Hunk[]): Prepared {
  const all = hunks.flatMap(({ lines }) => lines);
  const mark = whole.startsWith('\ufeff') && !all[0]?.text.startsWith('\ufeff') ? '\ufeff' : '';
  const text = whole.slice(mark.length);
  const isWindows = text.includes('\r\n') && !all.some((line) => line.text.includes('\r'));
  const isOpen = text !== '' && !text.endsWith('\n') && all.every((line) => line.text.endsWith('\n'));
  const toWindows = (line: PatchLine) => ({ ...line, text: line.text.replace(/\n$/, '\r\n') });
  const end = isWindows ? '\r\n' : '\n';
  return {
    lines: splitLines(isOpen ? text + end : text),
    hunks: isWindows ? hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(toWindows) })) : hunks,
    finish: (result) => mark + (isOpen && result.endsWith(end) ? result.slice(0, -end.length) : result),
  };
}

/** Each line includes its line ending. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The index where the old lines are, or all such indices if there is not exactly one. */
function locate(
  lines: readonly string[],
  old: readonly string[],
  expected: number,
  from: number,
  hasNumbers: boolean,
): number | number[] {
  if (hasNumbers && expected >= from && matchesAt(lines, old, expected)) return expected;
  if (old.length === 0) return hasNumbers ? [] : lines.length;
  const places: number[] = [];
  for (let at = from; at + old.length <= lines.length; at++) if (matchesAt(lines, old, at)) places.push(at);
  const [only] = places;
  return places.length === 1 && only !== undefined ? only : places;
}

function matchesAt(lines: readonly string[], old: readonly string[], at: number): boolean {
  return at + old.length <= lines.length && old.every((line, index) => lines[at + index] === line);
}

function freshLines(lines: readonly PatchLine[]): string[] {
  return lines.filter(({ kind }) => kind !== '-').map(({ text }) => text);
}

type Mismatch = {
  path: string;
  index: number;
  hunk: Hunk;
  /** The lines that the hunk expects. */
  old: readonly string[];
  /** The lines of the file. */
  lines: readonly string[];
  expected: number;
  places: readonly number[];
};

function explain({ path, index, hunk, old, lines, expected, places }: Mismatch): string {
  const title = `Hunk ${index + 1} of ${path} (${hunk.header})`;
  if (places.length > 1)
    return `${title} fits in ${places.length} places (lines ${places.map((at) => at + 1).join(', ')}), none of them where it says. Give it more context or the right line numbers.`;
  const at = Math.max(0, Math.min(expected, lines.length - 1));
  const shown = (all: readonly string[]) => all.slice(0, shownLines).join('').trimEnd() || '(nothing)';
  return `${title} does not match. It expects these lines:\n${shown(old)}\nThe file has from line ${at + 1}:\n${shown(lines.slice(at, at + Math.max(old.length, 3)))}`;
}
