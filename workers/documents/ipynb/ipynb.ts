/** Reads a Jupyter notebook: its text cells, its code cells and their outputs. */
// https://nbformat.readthedocs.io/en/latest/format_description.html
import { isJsonObject, parseJson, type Json, type JsonObject } from '#shared/json.ts';
import { sliceGraphemes } from '#shared/shorten.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { OpenContext, OpenDocument } from '../document.ts';
import { htmlText } from '../html-text.ts';

/** UTF-16 units of output kept per cell; notebooks can contain megabytes of output. */
const outputCharacters = 4_000;

const ansiCodes = /\u001b\[[0-9;]*[A-Za-z]/g;

export function openIpynb(bytes: Uint8Array<ArrayBuffer>, { name }: OpenContext): Promise<OpenDocument> {
  const notebook = parse(bytes, name);
  const cells = cellsOf(notebook);
  const language = languageOf(notebook);
  return Promise.resolve({
    facts: { Cells: String(cells.length), ...(language ? { Language: language } : {}) },
    part: 'document',
    count: 1,
    read: () =>
      cells
        .map((cell) => cellText(cell, language))
        .filter(Boolean)
        .join('\n\n'),
  });
}

function parse(bytes: Uint8Array<ArrayBuffer>, name: string): JsonObject {
  const parsed = parseJson(new TextDecoder().decode(bytes));
  if (isJsonObject(parsed) && (Array.isArray(parsed.cells) || Array.isArray(parsed.worksheets)))
    return parsed;
  throw new ToolError(
    'binary_file',
    `${name} is damaged or no notebook: a notebook is JSON with a list of cells. Read it with raw: true to see its text.`,
  );
}

/** Before nbformat 4, the cells were in worksheets. */
function cellsOf({ cells, worksheets }: JsonObject): JsonObject[] {
  const all = Array.isArray(cells)
    ? cells
    : listOf(worksheets).flatMap((sheet) => (isJsonObject(sheet) ? listOf(sheet.cells) : []));
  return all.filter(isJsonObject);
}

function languageOf({ metadata }: JsonObject): string {
  if (!isJsonObject(metadata)) return '';
  const { language_info: info, kernelspec } = metadata;
  const named = (isJsonObject(info) && info.name) || (isJsonObject(kernelspec) && kernelspec.language);
  return typeof named === 'string' ? named.replaceAll(/[^\w+#.-]/g, '') : '';
}

function cellText(cell: JsonObject, language: string): string {
  const source = textOf(cell.source ?? cell.input).trimEnd();
  if (cell.cell_type === 'heading') return `${'#'.repeat(Number(cell.level) || 1)} ${source}`;
  if (cell.cell_type !== 'code') return source;
  const printed = listOf(cell.outputs).filter(isJsonObject).map(outputText).join('').trimEnd();
  const shown =
    printed.length > outputCharacters
      ? `${sliceGraphemes(printed, 0, outputCharacters)}\n[… cut …]`
      : printed;
  return [source && fenced(source, language), shown && `Output:\n\n${fenced(shown, '')}`]
    .filter(Boolean)
    .join('\n\n');
}

function outputText(output: JsonObject): string {
  if (output.output_type === 'error' || output.output_type === 'pyerr')
    return `${listOf(output.traceback).map(textOf).join('\n').replaceAll(ansiCodes, '') || `${textOf(output.ename)}: ${textOf(output.evalue)}`}\n`;
  if (output.text !== undefined && output.output_type !== 'pyout')
    return textOf(output.text).replaceAll(ansiCodes, '');
  // nbformat 3 stores the data beside `output_type`, under short names such as `png`.
  const data = isJsonObject(output.data) ? output.data : output;
  const text = textOf(
    data['text/markdown'] ?? data['text/latex'] ?? htmlOf(data) ?? data['text/plain'] ?? data.text,
  );
  const image = Object.keys(data).find((type) => /^image\/|^(png|jpeg|svg)$/.test(type));
  const shown = [text, image && `[picture: ${image}]`].filter(Boolean);
  const others = Object.keys(data).filter((type) => type.includes('/'));
  if (shown.length === 0 && others.length > 0) return `[output: ${others.join(', ')}]\n`;
  return `${shown.join('\n')}\n`;
}

/**
 * The text of the HTML of an output, if there is no plain text or it only names a Python object, such as
 * `<IPython.core.display.HTML object>` or `<pandas.io.formats.style.Styler at 0x7f3>`.
 */
function htmlOf(data: JsonObject): string | undefined {
  // nbformat 3 has short names.
  const html = data['text/html'] ?? data.html;
  const plain = textOf(data['text/plain'] ?? data.text).trim();
  const isName = /^<[^<>]*(\bobject|\bat 0x[0-9a-f]+)[^<>]*>$/i.test(plain);
  if (html === undefined || !(plain === '' || isName)) return undefined;
  return htmlText(textOf(html)) || undefined;
}

/** A text in a notebook is a string or a list of lines that include their line ends. */
function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .filter((line) => typeof line === 'string')
    .join('');
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
