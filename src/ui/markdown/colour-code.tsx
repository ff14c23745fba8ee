/** Syntax highlighting as elements, for the languages that models write most. */
// lowlight is highlight.js with a tree as its result; Trusted Types refuse HTML strings.
import { createLowlight } from 'lowlight';
import type { VNode } from 'preact';
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
export function colourCode(text: string, language: string): VNode | null {
  if (!lowlight.registered(language)) return null;
  return <>{lowlight.highlight(language, text).children.map(toElement)}</>;
}

function toElement(node: Node, at: number): VNode | string | null {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const { className } = node.properties;
  // The first name is the kind of token, as in `hljs-title function_`.
  const [kind] = Array.isArray(className) ? className : [];
  return (
    <span key={at} data-token={typeof kind === 'string' ? kind.replace('hljs-', '') : undefined}>
      {node.children.map(toElement)}
    </span>
  );
}
