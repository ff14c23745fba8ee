/** Reads an Excel workbook: each sheet as a table with column letters and row numbers. */
// ECMA-376 part 1, SpreadsheetML. Why no library reads it: docs/decisions/documents.md.
import { countOf } from '#workers/text/count-of.ts';
import type { OpenContext, OpenDocument } from '../document.ts';
import { coreFacts, mainPart, outsideTargets, relationsOf, type Relation } from '../zip/office-package.ts';
import { openZip, type Zip } from '../zip/open-zip.ts';
import { attributeOf, walkXml } from '../zip/walk-xml.ts';
import { readFormats, type Formats } from './cell-formats.ts';
import { sheetTable } from './sheet-table.ts';
import { addressOf, maxCells, maxCharacters, readSheet, unescape, type Cells } from './sheet.ts';

type Sheet = { name: string; isHidden: boolean; path: string | undefined };
type Workbook = { sheets: Sheet[]; startsIn1904: boolean };

export async function openXlsx(bytes: Uint8Array<ArrayBuffer>, context: OpenContext): Promise<OpenDocument> {
  const zip = await openZip(bytes, context);
  const main = await mainPart(zip, context.name);
  const relations = await relationsOf(zip, main);
  const { sheets, startsIn1904 } = readWorkbook((await zip.text(main)) ?? '', relations);
  const partOf = async (type: string) => {
    const path = relations.find((each) => each.type === type)?.target;
    return (path && (await zip.text(path))) ?? '';
  };
  let shared: Promise<{ strings: string[]; formats: Formats }> | undefined;
  const open = async () => ({
    strings: readStrings(await partOf('sharedStrings')),
    formats: readFormats(await partOf('styles'), startsIn1904),
  });
  return {
    facts: await coreFacts(zip),
    part: 'sheet',
    count: sheets.length,
    titleOf: (number) => titleOf(sheets[number - 1]),
    read: async (number) => sheetText(zip, sheets[number - 1], await (shared ??= open())),
  };
}

function titleOf(sheet: Sheet | undefined): string {
  return `${sheet?.name ?? ''}${sheet?.isHidden ? ' (hidden)' : ''}`;
}

async function sheetText(
  zip: Zip,
  sheet: Sheet | undefined,
  { strings, formats }: { strings: readonly string[]; formats: Formats },
): Promise<string> {
  const xml = sheet?.path === undefined ? undefined : await zip.text(sheet.path);
  if (xml === undefined) return '(This sheet has no cells; it may be a chart.)';
  const { rows, isCut, links } = readSheet(xml, strings, formats);
  const path = sheet?.path ?? '';
  const targets = links.size === 0 ? new Map<string, string>() : await outsideTargets(zip, path);
  const linked = withLinks(rows, links, targets);
  const note = isCut
    ? `\n\n(The sheet goes on: at most its first ${countOf(maxCells, 'cell')}, or ${maxCharacters / 1e6} million characters, are shown. Take the rest with run_python.)`
    : '';
  return [sheetTable(linked) + note, await commentsOf(zip, path)].filter(Boolean).join('\n\n');
}

/** Adds the address to each cell that is a link, unless it is the text of the cell. */
function withLinks(
  rows: Cells,
  links: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, string>,
): Cells {
  const linked = new Map([...rows].map(([row, cells]) => [row, new Map(cells)]));
  for (const [address, id] of links) {
    const place = addressOf(address);
    const cells = place && linked.get(place.row);
    const target = targets.get(id);
    const text = place && cells?.get(place.column);
    if (cells && text !== undefined && target !== undefined && text !== target)
      cells.set(place.column, `[${text}](${target})`);
  }
  return linked;
}

/** The comments of the cells of a sheet, one line each. */
async function commentsOf(zip: Zip, sheet: string): Promise<string> {
  const path = (await relationsOf(zip, sheet)).find(({ type }) => type === 'comments')?.target;
  const lines: string[] = [];
  let [cell, text] = ['', ''];
  let isText = false;
  walkXml((path === undefined ? undefined : await zip.text(path)) ?? '', {
    open(name, { ref = '' }) {
      if (name === 'comment') [cell, text] = [ref, ''];
      isText = name === 't';
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'comment' && text.trim())
        lines.push(`- ${cell}: ${text.trim().replaceAll(/\s*\n\s*/g, ' ')}`);
    },
  });
  return lines.length === 0 ? '' : `Comments:\n${lines.join('\n')}`;
}

function readWorkbook(xml: string, relations: readonly Relation[]): Workbook {
  const workbook: Workbook = { sheets: [], startsIn1904: false };
  walkXml(xml, {
    open(name, attributes) {
      if (name === 'workbookPr') workbook.startsIn1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const { name: title = '', state } = attributes;
      const id = attributes['r:id'] ?? attributeOf(attributes, 'id');
      const relation = relations.find((each) => each.id === id);
      workbook.sheets.push({
        name: title,
        isHidden: state === 'hidden' || state === 'veryHidden',
        path: relation?.type === 'worksheet' ? relation.target : undefined,
      });
    },
  });
  return workbook;
}

/** The shared strings, to which cells refer by index. Phonetic readings of Japanese (`rPh`) are omitted. */
function readStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isReading = false;
  walkXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading = true;
      else if (name === 't') isText = !isReading;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      // Unescaped here once instead of for each cell that refers to it.
      if (name === 'si') strings.push(unescape(text));
      else if (name === 'rPh') isReading = false;
      else if (name === 't') isText = false;
    },
  });
  return strings;
}
