/** Walks through XML from start to end: no tree is built, no entity of the file's own is expanded, nothing recurses. */
// htmlparser2: a streaming parser that goes on at faults, as office programs do; DOMParser does not exist in workers.
import { Parser } from 'htmlparser2';

export type XmlVisitor = {
  /** `name` is without its prefix; attributes have theirs. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Asked from time to time: the rest is not wanted. */
  isOver?(): boolean;
};

/** UTF-16 units that are read between two questions. */
const pieceCharacters = 65_536;

export function walkXml(xml: string, { open, text, close, isOver }: XmlVisitor): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes),
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

/** The value of an attribute, whatever its prefix is. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => localName(each) === name);
  return key === undefined ? undefined : attributes[key];
}
