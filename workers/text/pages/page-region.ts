/** Finds the element that a page marks as its main content, among the visible elements. */
// htmlparser2: reads comments, scripts and attributes as browsers do, in one pass without a tree.
import { Parser } from 'htmlparser2';
import { isLeftOut } from './readable-page.ts';

type Region = { from: number; to: number };
/**
 * Describes an explicit end tag and the elements that it ends as well: `hasHidden` if one of them is hidden,
 * `hasOpen` if one of them lacks an end tag that it needs.
 */
type Closing = { hasHidden: boolean; hasOpen: boolean };

const names = ['main', 'article'];
/** Elements whose end tag may be omitted. */
const optionalEnds = new Set('dd dt li optgroup option p rp rt tr td th thead tbody tfoot'.split(' '));
const emptyElements = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/**
 * Pages with deeper nesting are not searched, because the parser's time for each tag grows with its depth.
 */
const maxDepth = 2_000;

/**
 * The HTML of the only visible `<main>`, else of the only visible `<article>`. Undefined if there is none or
 * several, or if the end tag of a hidden element is misplaced: browsers may ignore that tag and hide more.
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
      if (open.length > maxDepth) stop();
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
