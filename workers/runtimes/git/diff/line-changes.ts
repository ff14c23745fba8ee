/** Computes the lines that differ between two texts, with groups moved to where git shows them. */
import { diffArrays } from 'diff';

/** For each line, whether it is removed from the old text or added in the new text. */
export type LineChanges = { removed: boolean[]; added: boolean[] };

/** Milliseconds after which everything between the first and last difference counts as replaced. */
const timeoutMs = 3_000;

export function changedLines(before: readonly string[], after: readonly string[]): LineChanges {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const removed = before.map(() => false);
  const added = after.map(() => false);
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const parts = haveCommon(old, fresh) ? diffArrays(old, fresh, { timeout: timeoutMs }) : undefined;
  let one = head;
  let other = head;
  for (const part of parts ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: fresh },
  ]) {
    const count = part.value.length;
    if (part.removed) removed.fill(true, one, one + count);
    if (part.added) added.fill(true, other, other + count);
    if (!part.added) one += count;
    if (!part.removed) other += count;
  }
  slideGroups(before, removed, added);
  slideGroups(after, added, removed);
  return { removed, added };
}

/** Checked first: without a common line, the diff algorithm would try every pair. */
function haveCommon(one: readonly string[], other: readonly string[]): boolean {
  const lines = new Set(one);
  return other.some((line) => lines.has(line));
}

/**
 * A change can often be shown at several positions, such as before or after a blank line. As in git's
 * `xdl_change_compact`, each group moves to a position where the other text has a group, else to the position
 * with the best indentation score, else as far down as possible.
 */
function slideGroups(lines: readonly string[], changed: boolean[], other: readonly boolean[]): void {
  const others = groupsOf(other);
  const group: Group = { lines, changed, start: 0, end: 0, unchanged: 0 };
  while (nextGroup(group)) {
    let earliest = group.end;
    let matching = -1;
    let size: number;
    // A group that reaches another one merges with it and may then slide further.
    do {
      size = group.end - group.start;
      while (slideUp(group));
      earliest = group.end;
      matching = others.has(group.unchanged) ? group.end : -1;
      while (slideDown(group)) if (others.has(group.unchanged)) matching = group.end;
    } while (size !== group.end - group.start);
    if (group.end === earliest) continue;
    const wanted = matching >= 0 ? matching : bestEnd(lines, earliest, group.end, size);
    while (group.end > wanted) slideUp(group);
  }
}

/**
 * The changed lines from `start` to `end` (exclusive); `unchanged` counts the unchanged lines before them.
 */
type Group = { lines: readonly string[]; changed: boolean[]; start: number; end: number; unchanged: number };

/**
 * Positions of groups in the other text, as the number of unchanged lines before each; these lines correspond
 * in both texts.
 */
function groupsOf(other: readonly boolean[]): Set<number> {
  const places = new Set<number>();
  let unchanged = 0;
  for (const isChanged of other)
    if (isChanged) places.add(unchanged);
    else unchanged++;
  return places;
}

function nextGroup(group: Group): boolean {
  const { changed } = group;
  let at = group.end;
  for (; at < changed.length && !changed[at]; at++) group.unchanged++;
  group.start = at;
  while (changed[at]) at++;
  group.end = at;
  return group.start < changed.length;
}

function slideUp(group: Group): boolean {
  const { lines, changed } = group;
  if (group.start === 0 || lines[group.start - 1] !== lines[group.end - 1]) return false;
  changed[--group.end] = false;
  changed[--group.start] = true;
  group.unchanged--;
  while (group.start > 0 && changed[group.start - 1]) group.start--;
  return true;
}

function slideDown(group: Group): boolean {
  const { lines, changed } = group;
  if (group.end >= lines.length || lines[group.start] !== lines[group.end]) return false;
  changed[group.start++] = false;
  changed[group.end++] = true;
  group.unchanged++;
  while (changed[group.end]) group.end++;
  return true;
}

/** Weights of git's indent heuristic (xdiff/xdiffi.c). */
const weights = {
  startOfFile: 1,
  endOfFile: 21,
  totalBlank: -30,
  postBlank: 6,
  relativeIndent: -4,
  relativeIndentWithBlank: 10,
  relativeOutdent: 24,
  relativeOutdentWithBlank: 17,
  relativeDedent: 23,
  relativeDedentWithBlank: 17,
  indent: 60,
};
const maxSliding = 100;
const maxBlanks = 20;
const maxIndent = 200;

type Split = {
  isEnd: boolean;
  indent: number;
  pre: { blank: number; indent: number };
  post: { blank: number; indent: number };
};
type Score = { effectiveIndent: number; penalty: number };

function bestEnd(lines: readonly string[], earliest: number, latest: number, size: number): number {
  let best = latest;
  let bestScore: Score | undefined;
  for (let shift = Math.max(earliest, latest - size - 1, latest - maxSliding); shift <= latest; shift++) {
    const score: Score = { effectiveIndent: 0, penalty: 0 };
    addScore(score, measureSplit(lines, shift));
    addScore(score, measureSplit(lines, shift - size));
    if (bestScore && compareScores(score, bestScore) > 0) continue;
    bestScore = score;
    best = shift;
  }
  return best;
}

function compareScores(one: Score, other: Score): number {
  const indents = Math.sign(one.effectiveIndent - other.effectiveIndent);
  return weights.indent * indents + (one.penalty - other.penalty);
}

/** The width of the indentation, tabs expanded to 8 columns; -1 for a blank line. */
function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ') width++;
    else if (character === '\t') width += 8 - (width % 8);
    else if (!/\s/.test(character)) return width;
    if (width >= maxIndent) return maxIndent;
  }
  return -1;
}

function measureSplit(lines: readonly string[], at: number): Split {
  const line = lines[at];
  return {
    isEnd: line === undefined,
    indent: line === undefined ? -1 : indentOf(line),
    pre: blanksFrom(lines, at - 1, -1),
    post: blanksFrom(lines, at + 1, 1),
  };
}

function blanksFrom(lines: readonly string[], from: number, step: number): { blank: number; indent: number } {
  let blank = 0;
  for (let at = from; at >= 0 && at < lines.length; at += step) {
    const indent = indentOf(lines[at] ?? '');
    if (indent !== -1) return { blank, indent };
    if (++blank === maxBlanks) return { blank, indent: 0 };
  }
  return { blank, indent: -1 };
}

function addScore(score: Score, split: Split): void {
  const { pre, post, isEnd } = split;
  if (pre.indent === -1 && pre.blank === 0) score.penalty += weights.startOfFile;
  if (isEnd) score.penalty += weights.endOfFile;
  const postBlank = split.indent === -1 && !isEnd ? 1 + post.blank : 0;
  const totalBlank = pre.blank + postBlank;
  score.penalty += weights.totalBlank * totalBlank + weights.postBlank * postBlank;
  const indent = split.indent !== -1 ? split.indent : post.indent;
  score.effectiveIndent += indent;
  score.penalty += indentPenalty(indent, split, totalBlank !== 0);
}

function indentPenalty(indent: number, { pre, post }: Split, hasBlank: boolean): number {
  if (indent === -1 || pre.indent === -1 || indent === pre.indent) return 0;
  if (indent > pre.indent) return hasBlank ? weights.relativeIndentWithBlank : weights.relativeIndent;
  if (post.indent !== -1 && post.indent > indent)
    return hasBlank ? weights.relativeOutdentWithBlank : weights.relativeOutdent;
  return hasBlank ? weights.relativeDedentWithBlank : weights.relativeDedent;
}
