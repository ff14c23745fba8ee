/** Syntax highlighting for the languages that models write most. */
// lowlight is highlight.js with a tree as its result, because Trusted Types forbid HTML strings.
import { createLowlight } from 'lowlight';
import type { ColouredRun } from '#shared/rendering/renderer-protocol.ts';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const lowlight = createLowlight({
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin, lua, markdown },
  ...{ php, powershell, python, r, ruby, rust, shell, sql, swift, typescript, xml, yaml },
});

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** Null if the language is not registered. */
export function colourCode(text: string, language: string): ColouredRun[] | null {
  if (!lowlight.registered(language)) return null;
  const runs: ColouredRun[] = [];
  for (const child of lowlight.highlight(language, text).children) addRuns(child, '', runs);
  return runs;
}

/** Flattens the tree: each text gets the kind of its innermost element that has one. */
function addRuns(node: Node, outer: string, runs: ColouredRun[]): void {
  if (node.type === 'text') return addRun(node.value, outer, runs);
  if (node.type !== 'element') return;
  const { className } = node.properties;
  // The first class is the kind of token, as in `hljs-title function_`.
  const [name] = Array.isArray(className) ? className : [];
  const kind = typeof name === 'string' && name.startsWith('hljs-') ? name.slice('hljs-'.length) : outer;
  for (const child of node.children) addRuns(child, kind, runs);
}

/** Adjacent texts of the same kind are joined. */
function addRun(text: string, kind: string, runs: ColouredRun[]): void {
  const last = runs.at(-1);
  if (last?.[1] === kind) runs[runs.length - 1] = [last[0] + text, kind];
  else runs.push([text, kind]);
}
