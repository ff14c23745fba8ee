/** Searches the text of files with a regular expression, in linear time for every pattern. */
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { sliceGraphemes } from '#shared/shorten.ts';
import { binaryProbeBytes, isBinary } from '#workers/text/is-binary.ts';
import type { ReadOnlyFiles } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import { compileLinear, type LinearPattern } from '#workers/text/linear-pattern.ts';
import { placeName } from '#workers/text/place-name.ts';
import { defineTool } from '../tool.ts';
import { compileNameGlob } from './glob-pattern.ts';
import { createLineList, type LineList } from './line-list.ts';
import { relativeTo } from './relative-to.ts';
import { cutPieces, readPieces } from './text-lines.ts';

/** At most this many characters of a line are shown. */
const shownCharacters = 300;
const maxLines = 500;
const maxContext = 10;
/** A line is searched in pieces of this length at most. */
const pieceCharacters = 100_000;
/** Files that are opened at the same time. */
const atOnce = 16;

export const grep = defineTool({
  name: 'grep',
  title: 'Search in files',
  description:
    'Search file contents with a regular expression (JavaScript syntax, without look-around and backreferences); each match is given as file:line:text, and binary files are skipped.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      pattern: {
        type: 'string',
        minLength: 1,
        description: "The regular expression, matched line by line, such as 'TODO|FIXME'.",
      },
      path: {
        type: 'string',
        default: '.',
        description: 'The file or folder to search.',
      },
      glob: {
        type: 'string',
        description: "Only files that match this, such as '*.md' (in any folder) or 'src/**/*.ts'.",
      },
      ignore_case: {
        type: 'boolean',
        default: false,
        description: 'Whether case is ignored.',
      },
      context: {
        type: 'integer',
        minimum: 0,
        maximum: maxContext,
        default: 0,
        description: 'Lines to show before and after each match.',
      },
    },
    required: ['pattern'],
  },
  capabilities: ['files.read'],
  touches: { reads: [{ path: 'path' }] },
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'pattern',
  async execute({ pattern, path = '.', glob, ignore_case = false, context = 0 }, { files, signal }) {
    const search: Search = {
      expression: compile(pattern, ignore_case),
      context,
      lines: createLineList(maxLines),
      matches: 0,
    };
    const counts = { searched: 0, matched: 0 };
    const names = await filesToSearch(files, path, glob);
    for (let at = 0; at < names.length; at += atOnce) {
      signal.throwIfAborted();
      for (const text of await openTexts(files, names.slice(at, at + atOnce))) {
        counts.searched++;
        if (await searchText(search, text)) counts.matched++;
      }
    }
    if (search.matches === 0) {
      const searched = countOf(counts.searched, 'file');
      return {
        content: `No match for '${pattern}' in ${searched} of ${placeName(path)}.`,
        metadata: {},
        isOwnWords: true,
      };
    }
    const found = `${countOf(search.matches, 'match', 'matches')} in ${countOf(counts.matched, 'file')}`;
    return search.lines.text(
      (left) => `${countOf(left, 'more line')} not shown, ${found}; narrow 'path', 'glob' or 'pattern'.`,
    );
  },
});

type Search = { expression: LinearPattern; context: number; lines: LineList; matches: number };

function compile(pattern: string, ignoreCase: boolean): LinearPattern {
  try {
    // Compiled only for the error message of a wrong syntax. Compiling is fast, only matching can be slow.
    new RegExp(pattern);
  } catch (error) {
    throw new ToolError(
      'validation_error',
      `Parameter 'pattern': ${messageOf(error)}. It is a JavaScript regular expression; to search for the text itself, escape \\ . * + ? ( ) [ ] { } | ^ $ with a backslash.`,
    );
  }
  try {
    return compileLinear(pattern, { ignoreCase });
  } catch (error) {
    throw new ToolError(
      'validation_error',
      `Parameter 'pattern': ${messageOf(error)}. Search with a simpler pattern that also finds the lines you want, show lines around with 'context', and pick from the result.`,
    );
  }
}

async function filesToSearch(
  files: ReadOnlyFiles,
  path: string,
  glob: string | undefined,
): Promise<string[]> {
  const { type } = await files.stat(path);
  if (type === 'file') return [path];
  const matches = glob ? compileNameGlob(glob, 'glob') : () => true;
  const names: string[] = [];
  for await (const entry of files.walk(path))
    if (entry.type === 'file' && matches(relativeTo(path, entry.path))) names.push(entry.path);
  return names;
}

type OpenText = { name: string; pieces: Iterable<string[]> | AsyncIterable<string[]> };

/** Leaves out binary files, and files that were removed after the folder was listed. */
async function openTexts(files: ReadOnlyFiles, names: readonly string[]): Promise<OpenText[]> {
  const opened = await files.readMany(names);
  const texts = opened.map(async (file, index) => (file ? openText(names[index] ?? '', file) : undefined));
  return (await Promise.all(texts)).filter((text) => text !== undefined);
}

/** A small file is read in one step. With many files, the number of steps determines the time. */
async function openText(name: string, file: File): Promise<OpenText | undefined> {
  const isSmall = file.size <= limits.readBytes;
  const bytes = new Uint8Array(await (isSmall ? file : file.slice(0, binaryProbeBytes)).arrayBuffer());
  if (isBinary(bytes)) return undefined;
  const decoder = new TextDecoder();
  const pieces = isSmall
    ? [cutPieces(decoder.decode(bytes), pieceCharacters)]
    : readPieces(file, decoder, pieceCharacters);
  return { name, pieces };
}

async function searchText(search: Search, { name, pieces }: OpenText): Promise<boolean> {
  const searchLine = createLineSearch(search, name);
  const matchesBefore = search.matches;
  for await (const some of pieces) for (const piece of some) searchLine(piece.replace(/\r?\n$/, ''));
  return search.matches > matchesBefore;
}

/** Takes the lines of one file in order, and keeps those that may become context of a match. */
function createLineSearch(search: Search, name: string): (line: string) => void {
  const before: string[] = [];
  let number = 0;
  let after = 0;
  let lastShown = 0;

  function showMatch(line: string, at: number): void {
    search.matches++;
    const first = number - before.length;
    if (search.context > 0 && lastShown > 0 && first > lastShown + 1) search.lines.add('--');
    before.forEach((text, index) => search.lines.add(`${name}-${first + index}-${partAround(text, 0)}`));
    search.lines.add(`${name}:${number}:${partAround(line, at)}`);
    after = search.context;
  }

  return (line) => {
    number++;
    if (search.expression.test(line)) {
      // Finding the place of the match takes longer, and only a long line needs it.
      showMatch(line, line.length > shownCharacters ? search.expression.indexIn(line) : 0);
    } else if (after > 0) {
      after--;
      search.lines.add(`${name}-${number}-${partAround(line, 0)}`);
    } else {
      if (search.context > 0) before.push(line);
      if (before.length > search.context) before.shift();
      return;
    }
    before.length = 0;
    lastShown = number;
  };
}

/** The part of a long line that contains the match. */
function partAround(line: string, at: number): string {
  if (line.length <= shownCharacters) return line;
  const start = Math.max(0, Math.min(at - 100, line.length - shownCharacters));
  const end = start + shownCharacters;
  return `${start > 0 ? '…' : ''}${sliceGraphemes(line, start, end)}${end < line.length ? '…' : ''}`;
}
