/** The code and the catalogues agree: the code contains no visible words, and every key is used. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readTexts } from '#scripts/vite/texts.ts';
import { files, keysIn, visit } from './source-texts.ts';

/** Attributes whose values are shown or read aloud. */
const spoken = new Set(['alt', 'aria-description', 'aria-label', 'hint', 'label', 'placeholder', 'title']);
/** Names, addresses and JSON need no translation. */
const isSame = (words: string) => words === 'OneClaw' || /^(https?:|\{|null$)/.test(words);

it('uses every key', () => {
  const keys = Object.keys(readTexts('en'));
  const used = new Set(files.flatMap(({ tree }) => [...keysIn(tree, keys)]));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

it('contains no words where keys are required', () => {
  const found: string[] = [];
  const note = (name: string, text: string) => {
    const words = text.trim();
    if (/\p{L}{2}/u.test(words) && !isSame(words)) found.push(`${name}: ${words}`);
  };
  for (const { name, tree } of files)
    visit(tree, (node) => {
      if (ts.isJsxText(node)) note(name, node.text);
      if (ts.isJsxAttribute(node) && spoken.has(node.name.getText()) && node.initializer)
        if (ts.isStringLiteral(node.initializer)) note(name, node.initializer.text);
    });
  expect(found).toEqual([]);
});
