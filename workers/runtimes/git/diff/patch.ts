/** Formats the patch of one file as git prints it. */
import { decode, type Bytes } from '../bytes.ts';
import { noCommit } from '../refs/refs.ts';
import { isWithoutLines, splitLines } from '../text-lines.ts';
import { quotePath } from '../worktree/pathspec.ts';
import type { Delta, Side } from '../worktree/compare.ts';
import { changedLines, type LineChanges } from './line-changes.ts';

/** The bytes of both sides; empty if the file does not exist on that side. */
export type Contents = { old: Bytes; fresh: Bytes };
export type FileDiff = Delta & Contents;

const abbreviation = 7;
export const short = (oid: string) => oid.slice(0, abbreviation);

const contextLines = 3;

export function formatPatch(diff: FileDiff, context = contextLines): string {
  const { path, before, after } = diff;
  const from = quotePath(`a/${path}`);
  const to = quotePath(`b/${path}`);
  const header = [`diff --git ${from} ${to}`, ...modeLines(before, after)];
  if (before?.oid === after?.oid) return `${header.join('\n')}\n`;
  const mode = before && before.mode === after?.mode ? ` ${before.mode.toString(8)}` : '';
  header.push(`index ${shortOf(before)}..${shortOf(after)}${mode}`);
  const body = formatBody(diff, before ? from : '/dev/null', after ? to : '/dev/null', context);
  return `${header.join('\n')}\n${body}`;
}

const shortOf = (side: Side | undefined) => short(side?.oid ?? noCommit);

function formatBody({ old, fresh }: Contents, from: string, to: string, context: number): string {
  if (isWithoutLines(old) || isWithoutLines(fresh)) return `Binary files ${from} and ${to} differ\n`;
  const hunks = formatHunks(decode(old), decode(fresh), context);
  if (hunks === '') return '';
  // git appends a tab to a name that contains a space, so that patch tools find its end.
  const end = (name: string) => (/^[ab]\/.* /.test(name) ? `${name}\t` : name);
  return `--- ${end(from)}\n+++ ${end(to)}\n${hunks}`;
}

function modeLines(before: Side | undefined, after: Side | undefined): string[] {
  const text = (side: Side) => side.mode.toString(8);
  if (!before && after) return [`new file mode ${text(after)}`];
  if (before && !after) return [`deleted file mode ${text(before)}`];
  if (before && after && before.mode !== after.mode)
    return [`old mode ${text(before)}`, `new mode ${text(after)}`];
  return [];
}

/** The number of added and removed lines; undefined for binary files. */
export function countChanges({ old, fresh }: Contents): { added: number; removed: number } | undefined {
  if (isWithoutLines(old) || isWithoutLines(fresh)) return undefined;
  const changes = changedLines(splitLines(decode(old)), splitLines(decode(fresh)));
  const count = (marks: readonly boolean[]) => marks.filter(Boolean).length;
  return { added: count(changes.added), removed: count(changes.removed) };
}

type Run = { beforeFrom: number; beforeTo: number; afterFrom: number; afterTo: number };

function formatHunks(before: string, after: string, context: number): string {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const hunks = groupRuns(findRuns(changedLines(old, fresh)), context);
  return hunks.map((runs) => formatHunk(runs, old, fresh, context)).join('');
}

/** Finds runs of consecutive changed lines. */
function findRuns({ removed, added }: LineChanges): Run[] {
  const runs: Run[] = [];
  let one = 0;
  let other = 0;
  while (one < removed.length || other < added.length) {
    if (!removed[one] && !added[other]) {
      one++;
      other++;
      continue;
    }
    const run = { beforeFrom: one, beforeTo: one, afterFrom: other, afterTo: other };
    while (removed[one]) run.beforeTo = ++one;
    while (added[other]) run.afterTo = ++other;
    runs.push(run);
  }
  return runs;
}

/** Groups runs into hunks: runs share a hunk if their contexts touch. */
function groupRuns(runs: readonly Run[], context: number): Run[][] {
  const hunks: Run[][] = [];
  for (const run of runs) {
    const last = hunks.at(-1)?.at(-1);
    if (last && run.beforeFrom - last.beforeTo <= 2 * context) hunks.at(-1)?.push(run);
    else hunks.push([run]);
  }
  return hunks;
}

function formatHunk(
  runs: readonly Run[],
  old: readonly string[],
  fresh: readonly string[],
  context: number,
): string {
  const first = runs[0];
  const last = runs.at(-1);
  if (!first || !last) return '';
  const lead = Math.min(context, first.beforeFrom);
  const trail = Math.min(context, old.length - last.beforeTo);
  const from = first.beforeFrom - lead;
  const to = last.beforeTo + trail;
  const lines: string[] = [];
  // One by one, because a spread `push` accepts only about a hundred thousand arguments.
  const add = (mark: string, text: readonly string[], start: number, end: number) => {
    for (let at = start; at < end; at++) lines.push(mark + (text[at] ?? ''));
  };
  let at = from;
  for (const run of runs) {
    add(' ', old, at, run.beforeFrom);
    add('-', old, run.beforeFrom, run.beforeTo);
    add('+', fresh, run.afterFrom, run.afterTo);
    at = run.beforeTo;
  }
  add(' ', old, at, to);
  const afterCount = last.afterTo + trail - (first.afterFrom - lead);
  const ranges = `-${range(from, to - from)} +${range(first.afterFrom - lead, afterCount)}`;
  const title = functionLine(old, from);
  const body = lines.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`));
  return `@@ ${ranges} @@${title}\n${body.join('')}`;
}

function range(from: number, count: number): string {
  // The position of an empty range is the line before it.
  const start = count === 0 ? from : from + 1;
  return count === 1 ? String(start) : `${start},${count}`;
}

/** The hunk title by git's default rule: the last line above that begins with a letter, `_` or `$`. */
function functionLine(lines: readonly string[], before: number): string {
  for (let at = before - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    if (/^[A-Za-z_$]/.test(line)) return ` ${cutBytes(line, 80).trimEnd()}`;
  }
  return '';
}

function cutBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= most
    ? text
    : new TextDecoder().decode(bytes.subarray(0, most)).replace(/\ufffd+$/, '');
}
