/**
 * Three-way merge of a text by lines, with conflict markers where changes touch (diff3 with minimised
 * conflicts).
 */
import { diffArrays } from 'diff';
import { splitLines } from '../text-lines.ts';

export type MergeLabels = { ours: string; theirs: string };

type Change = { from: number; to: number; lines: string[] };

export function mergeText(
  base: string,
  ours: string,
  theirs: string,
  labels: MergeLabels,
): { text: string; conflicts: number } {
  const baseLines = splitLines(base);
  const regions = mergeChanges(
    baseLines,
    changesBetween(baseLines, splitLines(ours)),
    changesBetween(baseLines, splitLines(theirs)),
  );
  const end = ours.includes('\r\n') ? '\r\n' : '\n';
  const isLastLine = (lines: readonly string[]) => lines.length === 0 || /\n$/.test(lines.at(-1) ?? '');
  const closed = (lines: readonly string[]) => lines.join('') + (isLastLine(lines) ? '' : end);
  let conflicts = 0;
  const text = regions.map((region) => {
    if (Array.isArray(region)) return region.join('');
    conflicts++;
    return `<<<<<<< ${labels.ours}${end}${closed(region.ours)}=======${end}${closed(region.theirs)}>>>>>>> ${labels.theirs}${end}`;
  });
  return { text: text.join(''), conflicts };
}

/** A spread `push` accepts only about a hundred thousand arguments. */
function append<T>(to: T[], values: readonly T[]): void {
  for (const value of values) to.push(value);
}

function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: Change | undefined;
  for (const { added, removed, value } of diffArrays([...before], [...after])) {
    if (!added && !removed) {
      open = undefined;
      at += value.length;
      continue;
    }
    if (!open) changes.push((open = { from: at, to: at, lines: [] }));
    if (added) append(open.lines, value);
    else {
      at += value.length;
      open.to = at;
    }
  }
  return changes;
}

type Region = string[] | { ours: string[]; theirs: string[] };

function mergeChanges(base: readonly string[], ours: readonly Change[], theirs: readonly Change[]): Region[] {
  const regions: Region[] = [];
  let at = 0;
  let one = 0;
  let other = 0;
  while (one < ours.length || other < theirs.length) {
    const group = nextGroup(ours, theirs, one, other);
    regions.push(base.slice(at, group.from));
    const mine = ours.slice(one, group.one);
    const yours = theirs.slice(other, group.other);
    const left = rewrite(base, group, mine);
    const right = rewrite(base, group, yours);
    if (yours.length === 0) regions.push(left);
    else if (mine.length === 0) regions.push(right);
    else append(regions, smaller(left, right));
    ({ one, other } = group);
    at = group.to;
  }
  regions.push(base.slice(at));
  return regions;
}

type Group = { from: number; to: number; one: number; other: number };

/** The next group of changes of both sides that overlap or touch. */
function nextGroup(ours: readonly Change[], theirs: readonly Change[], one: number, other: number): Group {
  const first = Math.min(ours[one]?.from ?? Infinity, theirs[other]?.from ?? Infinity);
  const group: Group = { from: first, to: first, one, other };
  let to = -1;
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    const mine = ours[group.one];
    const yours = theirs[group.other];
    if (mine && (to < 0 ? mine.from === first : mine.from <= to)) {
      to = Math.max(to, mine.to);
      group.one++;
      isGrowing = true;
    } else if (yours && (to < 0 ? yours.from === first : yours.from <= to)) {
      to = Math.max(to, yours.to);
      group.other++;
      isGrowing = true;
    }
  }
  group.to = Math.max(to, first);
  return group;
}

function rewrite(base: readonly string[], { from, to }: Group, changes: readonly Change[]): string[] {
  const lines: string[] = [];
  let at = from;
  for (const change of changes) {
    append(lines, base.slice(at, change.from));
    append(lines, change.lines);
    at = change.to;
  }
  append(lines, base.slice(at, to));
  return lines;
}

/** Minimises a conflict: lines that both sides share at its ends or inside are not part of it. */
function smaller(left: string[], right: string[]): Region[] {
  const regions: Region[] = [];
  let open: { ours: string[]; theirs: string[] } | undefined;
  const parts = diffArrays(left, right);
  for (const [at, { added, removed, value }] of parts.entries()) {
    if (!added && !removed) {
      // git joins conflicts that are separated by three lines or fewer.
      const isBetween = at > 0 && at < parts.length - 1;
      if (open && isBetween && value.length <= 3) {
        append(open.ours, value);
        append(open.theirs, value);
      } else {
        regions.push(value);
        open = undefined;
      }
      continue;
    }
    if (!open) regions.push((open = { ours: [], theirs: [] }));
    append(added ? open.theirs : open.ours, value);
  }
  return regions;
}
