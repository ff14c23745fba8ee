/** Reads the text of Word fields without a result from their code: buttons, equations, drop-down lists. */
// ECMA-376 part 1, 17.16.

type Field = { code: string; hasResult: boolean };

export type Fields = {
  /** The element `fldChar` of this type begins; returns the text of a field that ends without a result. */
  mark(type: string): string | undefined;
  /** The chosen entry of the drop-down list that `fldChar` contained, once. */
  chosen(): string | undefined;
  open(name: string, value: string | undefined): void;
  text(piece: string): void;
};

export function createFields(): Fields {
  const open: Field[] = [];
  let list: { at: number; entries: string[] } | undefined;
  let isCode = false;
  return {
    mark(type) {
      if (type === 'begin') open.push({ code: '', hasResult: false });
      const field = open.at(-1);
      if (type === 'separate' && field) field.hasResult = true;
      if (type !== 'end') return undefined;
      open.pop();
      return field?.hasResult === false ? textOf(field.code) : undefined;
    },
    chosen() {
      const entry = list?.entries[list.at];
      list = undefined;
      return entry;
    },
    open(name, value) {
      isCode = name === 'instrText';
      if (name === 'ddList') list = { at: 0, entries: [] };
      else if (list && (name === 'result' || name === 'default')) list.at = Number(value) || list.at;
      else if (list && name === 'listEntry') list.entries.push(value ?? '');
    },
    text(piece) {
      const field = open.at(-1);
      if (isCode && field && !field.hasResult) field.code += piece;
    },
  };
}

function textOf(code: string): string | undefined {
  const [, kind = '', rest = ''] = /^\s*([A-Za-z]+)\s*([^]*)$/.exec(code) ?? [];
  switch (kind.toUpperCase()) {
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      return rest.replace(/^\S+\s*/, '').trim();
    case 'QUOTE':
      return (/"([^"]*)"/.exec(rest)?.[1] ?? rest).trim();
    case 'SYMBOL': {
      const number = Number(/^0x[0-9a-f]+|^\d+/i.exec(rest)?.[0] ?? Number.NaN);
      return number > 31 && number < 0x11_0000 ? String.fromCodePoint(number) : undefined;
    }
    case 'EQ':
      // Switches such as `\f` and `\s\up 11` are layout.
      return rest.replaceAll(/\\\*?\s?[a-z]+\d*\s?(\d+(?=\())?/gi, '').trim();
    default:
      return undefined;
  }
}
