/**
 * Parses XML as a stream of events: builds no tree, expands no entities that the file defines, and does not
 * recurse.
 */
// htmlparser2 is a streaming parser that continues after errors, as Office programs do; workers have no
// DOMParser.
import { Parser } from 'htmlparser2';

export type XmlVisitor = {
  /** `name` has no namespace prefix; `tag` and the names of attributes keep theirs. */
  open?(name: string, attributes: Readonly<Record<string, string>>, tag: string): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Called after each piece; true ends the parsing early. */
  isOver?(): boolean;
};

/** UTF-16 units parsed between two calls of `isOver`. */
const pieceCharacters = 65_536;

export function walkXml(xml: string, { open, text, close, isOver }: XmlVisitor): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes, name),
      ontext: (piece) => text?.(piece),
      onclosetag: (name) => close?.(localName(name)),
    },
    { xmlMode: true },
  );
  for (let at = 0; at < xml.length && !isOver?.(); at += pieceCharacters)
    parser.write(xml.slice(at, at + pieceCharacters));
  parser.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute by its local name, with any prefix. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => localName(each) === name);
  return key === undefined ? undefined : attributes[key];
}

/** The opening tag of an element. */
export function writeTag(tag: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(
    ([name, value]) =>
      ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`,
  );
  return `<${tag}${written.join('')}>`;
}
