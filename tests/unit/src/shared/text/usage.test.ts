/** What stands in the code and in the catalogues is the same: no text without a key, no key without a use. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { languages } from '#shared/text/index.ts';

const source = fileURLToPath(new URL('../../../../../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/^shared.text.\w+\.?/.test(name))
  .map((name) => join(source, name));

/** Attributes that are seen or heard. */
const spoken = new Set(['alt', 'aria-description', 'aria-label', 'hint', 'label', 'placeholder', 'title']);
/** Names, addresses and JSON are the same in every language. */
const isSame = (words: string) => words === 'OneClaw' || /^(https?:|\{|null$)/.test(words);

const trees = files.map((name) => ({
  name,
  tree: ts.createSourceFile(
    name,
    readFileSync(name, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  ),
}));

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

it('uses every key', async () => {
  const { core } = await languages.en.core();
  const keys = Object.keys({
    ...core,
    ...(await languages.en.chat()).chat,
    ...(await languages.en.screens()).screens,
  });
  const words = new Set<string>();
  const beginnings = new Set<string>();
  for (const { tree } of trees)
    visit(tree, (node) => {
      if (ts.isStringLiteralLike(node)) words.add(node.text);
      if (ts.isTemplateHead(node) && /\w\.[\w.-]*$/.test(node.text)) beginnings.add(node.text);
    });
  const isUsed = (key: string) => words.has(key) || [...beginnings].some((text) => key.startsWith(text));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

it('writes no words where only keys belong', () => {
  const found: string[] = [];
  const note = (name: string, text: string) => {
    const words = text.trim();
    if (/\p{L}{2}/u.test(words) && !isSame(words)) found.push(`${name}: ${words}`);
  };
  for (const { name, tree } of trees)
    visit(tree, (node) => {
      if (ts.isJsxText(node)) note(name, node.text);
      if (ts.isJsxAttribute(node) && spoken.has(node.name.getText()) && node.initializer)
        if (ts.isStringLiteral(node.initializer)) note(name, node.initializer.text);
    });
  expect(found).toEqual([]);
});
