/** Finds the element that a page marks as its main content, among those that people see. */
// htmlparser2: reads comments, scripts and attributes as browsers do, in one pass without a tree.
import { Parser } from 'htmlparser2';
import { isLeftOut } from './readable-page.ts';

type Region = { from: number; to: number };
/** Of an explicit end tag and of the elements that it ends as well. */
type Closing = { hasHidden: boolean; hasOpen: boolean };

const names = ['main', 'article'];
/** Elements that end without an end tag of their own. */
const optionalEnds = new Set('dd dt li optgroup option p rp rt tr td th thead tbody tfoot'.split(' '));
const emptyElements = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Of deeper pages nothing is looked for: the parser takes time in proportion to the depth of each tag. */
const mostDepth = 2_000;

/**
 * From the start tag of the only visible `<main>`, else of the only visible `<article>`, to its end tag. Undefined if
 * there is none or several, and where an end tag of a hidden element is misplaced: browsers may ignore it, and hide more.
 */
export function mainRegion(html: string): string | undefined {
  const regions = new Map<string, Region[]>(names.map((name) => [name, []]));
  const open: { isHidden: boolean; region: Region | undefined }[] = [];
  let hidden = 0;
  let closing: Closing = { hasHidden: false, hasOpen: false };
  const parser = new Parser({
    onopentag(name, attributes) {
      closing = { hasHidden: false, hasOpen: false };
      const isHidden = isLeftOut(name, attributes);
      if (isHidden) hidden++;
      const list = hidden === 0 ? regions.get(name) : undefined;
      const region = list && { from: parser.startIndex, to: html.length };
      if (region) list.push(region);
      open.push({ isHidden, region });
      if (open.length > mostDepth) stop();
    },
    onclosetag(name, isImplied) {
      const { isHidden, region } = open.pop() ?? { isHidden: false, region: undefined };
      if (isHidden) hidden--;
      if (region) region.to = parser.startIndex;
      if (emptyElements.has(name)) return;
      closing.hasHidden ||= isHidden;
      closing.hasOpen ||= isImplied && !optionalEnds.has(name);
      if (isImplied) return;
      if (closing.hasHidden && closing.hasOpen) stop();
      closing = { hasHidden: false, hasOpen: false };
    },
  });
  function stop(): void {
    regions.clear();
    parser.pause();
  }
  parser.write(html);
  const [found] = names.map((name) => regions.get(name) ?? []).flatMap((list) => onlyOne(list));
  return found && html.slice(found.from, found.to);
}

function onlyOne(list: readonly Region[]): readonly Region[] {
  return list.length === 1 ? list : [];
}
