/**
 * Rewrites a part of a Word document into what mammoth reads: it drops elements that it does not know, with their
 * text, and fails at a link without its relation.
 */
import { attributeOf, walkXml, writeTag } from '../zip/walk-xml.ts';
import { readEquation } from '../equation.ts';
import { elements, type Attributes, type Close, type Part } from './elements.ts';
import { createFields } from './fields.ts';
import type { ListLabels } from './list-labels.ts';
import { escapeXml, runOf } from './marks.ts';

type Options = {
  labels: ListLabels;
  /** Whether the part has a relation of this id. */
  hasRelation(id: string): boolean;
};

/** Removed themselves, not their content. */
const transparent = ['oMathPara', 'fldSimple', 'bdo', 'dir'];
/** Attributes that name a relation. */
const relationAttributes = /^(\w+:)?(id|embed|link|pict)$/;
const linkElements = ['blip', 'imagedata', 'hlinkClick', 'hyperlink'];

export function rewritePart(xml: string, { labels, hasRelation }: Options): string {
  const part: Part = {
    ...{ word: 'w:', buffers: [[]], boxes: [], branches: [], fields: createFields(), labels },
    ...{ equation: undefined, ruby: undefined, numbered: undefined, isText: false },
  };
  const closers: Close[] = [];
  const write = (text: string) => void part.buffers.at(-1)?.push(text);

  function open(name: string, attributes: Attributes, tag: string): Close {
    if (part.ruby) {
      if (name === 'rt' || name === 'rubyBase') part.ruby.into = name === 'rt' ? 'reading' : 'base';
      return nothing;
    }
    if (transparent.includes(name)) return nothing;
    const element = Object.hasOwn(elements, name) ? elements[name] : undefined;
    const close = element?.(part, { attributes, tag, write });
    if (close) return close;
    part.fields.open(name, attributeOf(attributes, 'val'));
    const kept = linkElements.includes(name) ? withRelations(attributes, hasRelation) : attributes;
    // A link whose relation is missing costs its address only.
    if (name === 'hyperlink' && Object.keys(kept).length < Object.keys(attributes).length) return nothing;
    write(writeTag(tag, kept));
    return () => write(`</${tag}>`);
  }

  walkXml(xml, {
    open(name, attributes, tag) {
      const { equation } = part;
      if (equation) {
        equation.depth++;
        equation.reader.open(name, attributeOf(attributes, 'val'));
      } else if (name === 'oMath' && !part.ruby) part.equation = { reader: readEquation(), depth: 0 };
      else {
        if (name === 't' || name === 'instrText') part.isText = true;
        closers.push(open(name, attributes, tag));
      }
    },
    text(piece) {
      if (part.equation) part.equation.reader.text(piece);
      else if (part.ruby) part.ruby[part.ruby.into] += part.isText ? piece : '';
      else {
        part.fields.text(piece);
        write(escapeXml(piece));
      }
    },
    close(name) {
      const { equation } = part;
      if (equation && equation.depth-- > 0) equation.reader.close();
      else if (equation) {
        write(runOf(part.word, equation.reader.result()));
        part.equation = undefined;
      } else {
        if (name === 't' || name === 'instrText') part.isText = false;
        closers.pop()?.();
      }
    },
  });
  return part.buffers.flat().join('');
}

function nothing(): void {
  // The element is left out.
}

/** Without the attributes that name a relation that does not exist. */
function withRelations(attributes: Attributes, hasRelation: (id: string) => boolean): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, id]) => !relationAttributes.test(name) || id === '' || hasRelation(id),
    ),
  );
}
