/** Converts a TeX formula to a tree of MathML elements. */
// Temml renders TeX as MathML, without fonts to fetch or HTML strings.
import temml from 'temml';
import type { MathElement } from '#shared/rendering/renderer-protocol.ts';

/** Maximum elements and nesting depth, so that a page can lay out the formula within one or two frames. */
const maxElements = 2_000;
const deepest = 60;

/** Commands that define macros: a few of them can expand to hundreds of thousands of elements. */
const definitions =
  /\\(?:[gex]?def|(?:future)?let|global|long|(?:re)?newcommand|providecommand|DeclareMathOperator|newenvironment|renewenvironment)(?![A-Za-z])/;

/** The nodes of the library's tree: an element, a fragment, a link or text. */
type TemmlNode = {
  type?: string;
  text?: string;
  attributes?: Record<string, unknown>;
  style?: Record<string, unknown>;
  classes?: readonly string[];
  children?: readonly TemmlNode[];
};

/** Null if the formula defines macros or would be too large. @throws if it is not valid TeX */
export function layOutFormula(text: string, displayMode: boolean): MathElement | null {
  if (definitions.test(text)) return null;
  const root = temml.__renderToMathMLTree(text, {
    displayMode,
    throwOnError: true,
    maxSize: [40, 40],
    maxExpand: 100,
  }) as TemmlNode;
  const budget = { left: maxElements };
  const [math] = toElements(root, 1, budget);
  return budget.left < 0 || typeof math !== 'object' ? null : math;
}

/** Keeps MathML elements and text only; other nodes (a fragment, a link) are replaced by their children. */
function toElements(node: TemmlNode, depth: number, budget: { left: number }): (MathElement | string)[] {
  if (depth > deepest) budget.left = -1;
  if (--budget.left < 0) return [];
  if (typeof node.text === 'string') return [node.text];
  const children = (node.children ?? []).flatMap((child) => toElements(child, depth + 1, budget));
  if (!node.type || !/^(?:m[a-z]+|semantics|annotation)$/.test(node.type)) return children;
  return [
    {
      tag: node.type,
      attributes: texts(node.attributes, /^(?:on|href$|src$)/i),
      style: texts(node.style),
      classes: (node.classes ?? []).filter(Boolean),
      children,
    },
  ];
}

function texts(values: Record<string, unknown> = {}, without?: RegExp): Record<string, string> {
  const kept = Object.entries(values).filter(([name]) => !without?.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
