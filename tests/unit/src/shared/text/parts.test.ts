/**
 * Lazily loaded code names exactly the text parts that it shows, so that no text is missing when it is shown.
 */
import { expect, it } from 'vitest';
import { readTexts } from '#scripts/vite/texts.ts';
import { textParts } from '#shared/text/index.ts';
import { files, usesOf } from './source-texts.ts';

/** A backup uses only the saving function of this file; its other texts belong to the screen Files. */
const isUnshown = (name: string) => name.endsWith('/file-export.ts');

const keys = Object.keys(readTexts('en'));
const uses = new Map(files.map((file) => [file.name, usesOf(file, keys)]));
const partBySegment = new Map(
  Object.entries(textParts).flatMap(([part, segments]) =>
    segments.map((segment) => [segment as string, part]),
  ),
);
const partsOf = (found: Iterable<string>) =>
  [...found]
    .map((key) => partBySegment.get(key.split('.')[0] ?? '') ?? key)
    .filter((part) => part !== 'core');

function reach(name: string, seen = new Set<string>()): Set<string> {
  const file = uses.get(name);
  if (!file || seen.has(name)) return seen;
  seen.add(name);
  if (isUnshown(name) && seen.size > 1) return seen;
  if (isUnshown(name)) return seen;
  for (const each of file.imports) reach(each, seen);
  return seen;
}

const atStart = reach('main.tsx');

/** The text parts shown by a file and its static imports, without those of lazily loaded code. */
function neededBy(name: string): string[] {
  const reached = [...reach(name)].filter((each) => !atStart.has(each) && !isUnshown(each));
  const needed = reached.flatMap((each) => {
    const { keys: used = [], loads = [] } = uses.get(each) ?? {};
    return partsOf(used).filter((part) => !loads.includes(part));
  });
  return [...new Set(needed)].toSorted();
}

const lazy = [...uses].flatMap(([from, file]) => file.lazy.map((each) => ({ from, ...each })));
const views = lazy.filter(({ isView, to }) => isView && uses.has(to));
const others = lazy.filter(({ isView, to }) => !isView && uses.has(to));

it('finds the views and the texts', () => {
  expect(views.length).toBeGreaterThan(20);
  expect(atStart.size).toBeGreaterThan(50);
});

it('keeps the texts of the first load in the part that comes with it', () => {
  const foreign = [...atStart].flatMap((name) => {
    const { keys: used = [], loads = [] } = uses.get(name) ?? {};
    const missing = partsOf(used).filter((part) => !loads.includes(part));
    return missing.map((part) => `${name}: ${part}`);
  });
  expect(foreign).toEqual([]);
});

it.each(views)('loads with $to exactly the parts it shows', ({ to, parts }) => {
  expect(parts.toSorted()).toEqual(neededBy(to));
});

it.each(others)('loads with $to, from $from, the parts it may show', ({ from, to }) => {
  const loads = uses.get(from)?.loads ?? [];
  expect(neededBy(to).filter((part) => !loads.includes(part))).toEqual([]);
});
