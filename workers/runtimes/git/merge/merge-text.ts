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
  const [baseLines, ourLines, theirLines] = [base, ours, theirs].map(splitLines) as [
    string[],
    string[],
    string[],
  ];
  const regions = mergeChanges(
    baseLines,
    changesBetween(baseLines, ourLines),
    changesBetween(baseLines, theirLines),
  );
  const isLastLine = (lines: readonly string[]) => lines.length === 0 || /\n$/.test(lines.at(-1) ?? '');
  let conflicts = 0;
  const text = regions.map((region) => {
    if (Array.isArray(region)) return region.join('');
    conflicts++;
    const sides = [
      endBefore(ourLines, region.at.ours),
      endBefore(theirLines, region.at.theirs),
      endBefore(baseLines, 0),
    ];
    const end = sides.includes('\n') ? '\n' : (sides.at(-1) ?? '\n');
    const closed = (lines: readonly string[]) => lines.join('') + (isLastLine(lines) ? '' : end);
    return `<<<<<<< ${labels.ours}${end}${closed(region.ours)}=======${end}${closed(region.theirs)}>>>>>>> ${labels.theirs}${end}`;
  });
  return { text: text.join(''), conflicts };
}

/** The line end of the line before `at`, or of the first line; undefined if there is none. */
function endBefore(lines: readonly string[], at: number): string | undefined {
  const line = lines[Math.max(0, at - 1)];
  const seen = line?.endsWith('\n') ? line : lines[Math.max(0, at - 1) - 1];
  return seen === undefined ? undefined : seen.endsWith('\r\n') ? '\r\n' : '\n';
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

/** `at`: where a conflict begins in the lines of each side. */
type Conflict = { ours: string[]; theirs: string[]; at: { ours: number; theirs: number } };
type Region = string[] | Conflict;

function mergeChanges(base: readonly string[], ours: readonly Change[], theirs: readonly Change[]): Region[] {
  const regions: Region[] = [];
  let at = 0;
  let one = 0;
  let other = 0;
  const ahead = { ours: 0, theirs: 0 };
  while (one < ours.length || other < theirs.length) {
    const group = nextGroup(ours, theirs, one, other);
    regions.push(base.slice(at, group.from));
    const mine = ours.slice(one, group.one);
    const yours = theirs.slice(other, group.other);
    const left = rewrite(base, group, mine);
    const right = rewrite(base, group, yours);
    if (yours.length === 0) regions.push(left);
    else if (mine.length === 0) regions.push(right);
    else
      append(
        regions,
        smaller(left, right, { ours: group.from + ahead.ours, theirs: group.from + ahead.theirs }),
      );
    ahead.ours += left.length - (group.to - group.from);
    ahead.theirs += right.length - (group.to - group.from);
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
function smaller(left: string[], right: string[], from: Conflict['at']): Region[] {
  const regions: Region[] = [];
  const at = { ...from };
  let open: Conflict | undefined;
  const parts = diffArrays(left, right);
  for (const [index, { added, removed, value }] of parts.entries()) {
    if (!added && !removed) {
      // git joins conflicts that are separated by three lines or fewer.
      const isBetween = index > 0 && index < parts.length - 1;
      if (open && isBetween && value.length <= 3) {
        append(open.ours, value);
        append(open.theirs, value);
      } else {
        regions.push(value);
        open = undefined;
      }
    } else {
      if (!open) regions.push((open = { ours: [], theirs: [], at: { ...at } }));
      append(added ? open.theirs : open.ours, value);
    }
    if (!added) at.ours += value.length;
    if (!removed) at.theirs += value.length;
  }
  return regions;
}
