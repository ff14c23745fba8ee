/** Formats the differences of two texts as hunks, in the normal and the unified format of `diff`. */
// The library diff: Myers' algorithm with a time limit.
import { diffArrays } from 'diff';
import { CommandError } from '../command.ts';

/** Milliseconds after which the comparison fails. */
const timeoutMs = 20_000;
const noEnd = '\\ No newline at end of file';

export type Edit = { sign: ' ' | '-' | '+'; line: string };
type Hunk = { oldStart: number; newStart: number; edits: Edit[] };

/** Computes the key by which lines are compared. */
export type KeyOf = (line: string) => string;

/** Lines include their ends, so that a missing one at the end of the file is a difference. */
function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function editsOf(before: string, after: string, keyOf: KeyOf): Edit[] {
  const changes = diffArrays(split(before), split(after), {
    comparator: (one, other) => keyOf(one) === keyOf(other),
    timeout: timeoutMs,
  });
  // It is undefined after the timeout, although the types do not say so.
  const found: typeof changes | undefined = changes;
  if (!found) throw new CommandError('the files differ too much to be compared in time', 2);
  return found.flatMap(({ value, added, removed }) =>
    value.map((line): Edit => ({ sign: added ? '+' : removed ? '-' : ' ', line })),
  );
}

/** Groups neighbouring changes, with up to `context` common lines around them. */
export function hunksOf(edits: readonly Edit[], context: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [oldLine, newLine, lastChange] = [1, 1, -Infinity];
  for (const [at, edit] of edits.entries()) {
    if (edit.sign !== ' ') {
      const last = hunks.at(-1);
      if (last && at - lastChange <= 2 * context + 1) last.edits.push(...edits.slice(lastChange + 1, at + 1));
      else {
        if (last) last.edits.push(...edits.slice(lastChange + 1, lastChange + 1 + context));
        const before = edits.slice(Math.max(0, at - context), at);
        hunks.push({
          oldStart: oldLine - before.length,
          newStart: newLine - before.length,
          edits: [...before, edit],
        });
      }
      lastChange = at;
    }
    if (edit.sign !== '+') oldLine++;
    if (edit.sign !== '-') newLine++;
  }
  hunks.at(-1)?.edits.push(...edits.slice(lastChange + 1, lastChange + 1 + context));
  return hunks;
}

const count = (edits: readonly Edit[], sign: '-' | '+') =>
  edits.filter((edit) => edit.sign === ' ' || edit.sign === sign).length;

export function unified(edits: readonly Edit[], context: number): string {
  return hunksOf(edits, context)
    .map(({ oldStart, newStart, edits: lines }) => {
      const range = (start: number, length: number) =>
        length === 1 ? String(start) : `${length === 0 ? start - 1 : start},${length}`;
      const head = `@@ -${range(oldStart, count(lines, '-'))} +${range(newStart, count(lines, '+'))} @@\n`;
      return head + lines.map(({ sign, line }) => printed(sign, line)).join('');
    })
    .join('');
}

export function normal(edits: readonly Edit[]): string {
  return hunksOf(edits, 0)
    .map(({ oldStart, newStart, edits: lines }) => {
      const [removed, added] = [count(lines, '-'), count(lines, '+')];
      const range = (start: number, length: number) =>
        length > 1 ? `${start},${start + length - 1}` : String(length === 0 ? start - 1 : start);
      const letter = removed === 0 ? 'a' : added === 0 ? 'd' : 'c';
      const part = (sign: '-' | '+', mark: string) =>
        lines
          .filter((edit) => edit.sign === sign)
          .map(({ line }) => printed(mark, line))
          .join('');
      const between = letter === 'c' ? '---\n' : '';
      return `${range(oldStart, removed)}${letter}${range(newStart, added)}\n${part('-', '< ')}${between}${part('+', '> ')}`;
    })
    .join('');
}

export function printed(mark: string, line: string): string {
  return mark + (line.endsWith('\n') ? line : `${line}\n${noEnd}\n`);
}
