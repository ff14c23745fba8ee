/**
 * A block fenced as Markdown that has fenced blocks with a language inside. CommonMark ends it where the first of those
 * ends; models that answer with a document mean the last fence. https://github.com/DEEIX-AI/DEEIX-Chat/pull/735
 */

/** The library's token of a block of code. */
type Code = { type: 'code'; raw: string; lang: string; text: string };

const opening = /^(`{3,}|~{3,})[ \t]*(markdown|md|mdx)[ \t]*\n/i;
const anyFence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*?)[ \t]*$/gm;

/** Undefined where CommonMark gives the same. A block without its end goes on to the end of the text (`isOpen`). */
export function nestedFence(source: string): { token: Code; isOpen: boolean } | undefined {
  const [first, fence = '', lang = ''] = opening.exec(source) ?? [];
  if (first === undefined) return undefined;
  const inner: string[] = [];
  let hasInner = false;
  anyFence.lastIndex = first.length;
  for (let found = anyFence.exec(source); found; found = anyFence.exec(source)) {
    const { 0: line, 1: marks = '', 2: language, index } = found;
    if (marks[0] !== fence[0]) continue;
    if (language) {
      inner.push(marks);
      hasInner = true;
    } else if (marks.length >= (inner.at(-1) ?? fence).length && inner.pop() === undefined) {
      if (!hasInner) return undefined;
      const raw = source.slice(0, index + line.trimEnd().length);
      return {
        token: { type: 'code', raw, lang, text: source.slice(first.length, index - 1) },
        isOpen: false,
      };
    }
  }
  if (!hasInner) return undefined;
  return {
    token: { type: 'code', raw: source, lang, text: openText(source.slice(first.length)) },
    isOpen: true,
  };
}

/** As the lexer does: the last line break ends the last line, but is kept after an empty one. */
export function openText(code: string): string {
  return /[^\n]\n$/.test(code) ? code.slice(0, -1) : code;
}
