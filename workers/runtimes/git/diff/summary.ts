/** Formats summaries of a diff: `--stat`, `--numstat`, `--name-only`, `--name-status` and `--summary`. */
import { quotePath } from '../worktree/pathspec.ts';
import type { Delta } from '../worktree/compare.ts';
import { countChanges, type FileDiff } from './patch.ts';

const totalWidth = 80;

type Row = { name: string; added: number; removed: number; binary?: string };

export function formatStat(diffs: readonly FileDiff[]): string {
  if (diffs.length === 0) return '';
  const rows = diffs.map(rowOf);
  const most = Math.max(...rows.map(({ added, removed, binary }) => (binary ? 0 : added + removed)));
  const numberWidth = Math.max(String(most).length, ...rows.map(({ binary }) => (binary ? 'Bin'.length : 0)));
  const longest = Math.max(...rows.map(({ name }) => widthOf(name)));
  const { nameWidth, graphWidth } = layout(longest, most, numberWidth);
  const lines = rows.map(({ name, added, removed, binary }) => {
    const shown = padName(fitName(name, nameWidth), nameWidth);
    if (binary !== undefined) return ` ${shown} | ${'Bin'.padStart(numberWidth)} ${binary}`;
    const graph = drawGraph(added, removed, graphWidth, most);
    return ` ${shown} | ${String(added + removed).padStart(numberWidth)}${graph ? ` ${graph}` : ''}`;
  });
  return `${lines.join('\n')}\n${shortStatOf(rows)}`;
}

function rowOf(diff: FileDiff): Row {
  const name = quotePath(diff.path);
  const counts = countChanges(diff);
  if (counts) return { name, ...counts };
  const binary = `${diff.old.length} -> ${diff.fresh.length} bytes`;
  return { name, added: 0, removed: 0, binary };
}

function layout(
  longest: number,
  most: number,
  numberWidth: number,
): { nameWidth: number; graphWidth: number } {
  let nameWidth = longest;
  let graphWidth = most;
  const fixed = numberWidth + 6;
  if (nameWidth + fixed + graphWidth > totalWidth) {
    const share = Math.floor((totalWidth * 3) / 8) - fixed;
    if (graphWidth > share) graphWidth = Math.max(share, 6);
    if (nameWidth > totalWidth - fixed - graphWidth) nameWidth = totalWidth - fixed - graphWidth;
    else graphWidth = totalWidth - fixed - nameWidth;
  }
  return { nameWidth, graphWidth };
}

/** Width in terminal columns; East Asian characters and emoji take two. */
function widthOf(name: string): number {
  const wide =
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
  const marks = /\p{Mn}/gu;
  return Array.from(name.replace(marks, '')).length + (name.match(wide)?.length ?? 0);
}

function padName(name: string, width: number): string {
  return name + ' '.repeat(Math.max(0, width - widthOf(name)));
}

function fitName(name: string, width: number): string {
  if (widthOf(name) <= width) return name;
  const end = name.slice(name.length - (width - 3));
  const slash = end.indexOf('/');
  return `...${slash >= 0 ? end.slice(slash) : end}`;
}

function drawGraph(added: number, removed: number, width: number, most: number): string {
  const scale = (value: number) => (value === 0 ? 0 : 1 + Math.floor((value * (width - 1)) / most));
  let plus = added;
  let minus = removed;
  if (width <= most) {
    let total = scale(added + removed);
    if (total < 2 && added > 0 && removed > 0) total = 2;
    if (added < removed) {
      plus = scale(added);
      minus = total - plus;
    } else {
      minus = scale(removed);
      plus = total - minus;
    }
  }
  return '+'.repeat(plus) + '-'.repeat(minus);
}

export function shortStat(diffs: readonly FileDiff[]): string {
  return diffs.length === 0 ? '' : shortStatOf(diffs.map(rowOf));
}

function shortStatOf(rows: readonly Row[]): string {
  const added = rows.reduce((sum, row) => sum + row.added, 0);
  const removed = rows.reduce((sum, row) => sum + row.removed, 0);
  const count = (value: number, word: string) => `${value} ${word}${value === 1 ? '' : 's'}`;
  const parts = [` ${count(rows.length, 'file')} changed`];
  if (added > 0 || removed === 0) parts.push(`${count(added, 'insertion')}(+)`);
  if (removed > 0 || added === 0) parts.push(`${count(removed, 'deletion')}(-)`);
  return `${parts.join(', ')}\n`;
}

export function formatNumstat(diffs: readonly FileDiff[]): string {
  return diffs
    .map((diff) => {
      const counts = countChanges(diff);
      return `${counts?.added ?? '-'}\t${counts?.removed ?? '-'}\t${quotePath(diff.path)}\n`;
    })
    .join('');
}

export function formatNames(deltas: readonly Delta[], withStatus: boolean): string {
  return deltas
    .map((delta) => `${withStatus ? `${statusLetter(delta)}\t` : ''}${quotePath(delta.path)}\n`)
    .join('');
}

const kindOfMode = (mode: number) => mode & 0o170000;

export function statusLetter({ before, after }: Delta): string {
  if (!before) return 'A';
  if (!after) return 'D';
  return kindOfMode(before.mode) === kindOfMode(after.mode) ? 'M' : 'T';
}

/** Lines such as ` create mode 100644 a.txt`, as printed after a commit. */
export function formatModes(deltas: readonly Delta[]): string {
  return deltas
    .flatMap(({ path, before, after }) => {
      const name = quotePath(path);
      if (!before && after) return [` create mode ${after.mode.toString(8)} ${name}\n`];
      if (before && !after) return [` delete mode ${before.mode.toString(8)} ${name}\n`];
      if (before && after && before.mode !== after.mode)
        return [` mode change ${before.mode.toString(8)} => ${after.mode.toString(8)} ${name}\n`];
      return [];
    })
    .join('');
}
