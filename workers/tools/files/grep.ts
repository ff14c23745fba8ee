/** Searches the text of files with a regular expression, in linear time for every pattern. */
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import type { ReadOnlyFiles } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import { decodeBytes } from '#workers/text/encoding/decode-bytes.ts';
import {
  decoderLabel,
  encodingOfFile,
  findEncoding,
  encodingTitle,
} from '#workers/text/encoding/find-encoding.ts';
import { compileLinear, type LinearPattern } from '#workers/text/linear-pattern.ts';
import { placeName } from '#workers/text/place-name.ts';
import { defineTool } from '../tool.ts';
import { compileNameGlob } from './glob-pattern.ts';
import { createMatchList } from './match-list.ts';
import { relativeTo } from './relative-to.ts';
import { createLineSearch, type Search } from './search-lines.ts';
import { cutPieces, readPieces } from './text-lines.ts';

const maxContext = 10;
/** Files whose number of matches is told. */
const toldFiles = 20;
/** A line is searched in pieces of this length at most. */
const pieceCharacters = 100_000;
/** Files that are opened at the same time. */
const atOnce = 16;

export const grep = defineTool({
  name: 'grep',
  title: 'Search in files',
  description:
    'Search file contents with a regular expression (JavaScript syntax, without look-around and backreferences); each match is given as file:line:text; of too many, the first and last.',
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
      offset: {
        type: 'integer',
        minimum: 1,
        description: 'First match to show, counted from 1 over all files.',
      },
      limit: { type: 'integer', minimum: 1, description: 'Number of matches to show.' },
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
  async execute(
    { pattern, path = '.', glob, ignore_case = false, context = 0, offset = 1, limit = Infinity },
    { files, signal },
  ) {
    const search: Search = {
      expression: compile(pattern, ignore_case),
      context,
      first: offset,
      end: offset + limit,
      shown: createMatchList(),
      matches: 0,
    };
    const found: Found[] = [];
    let searched = 0;
    const names = await filesToSearch(files, path, glob);
    for (let at = 0; at < names.length; at += atOnce) {
      signal.throwIfAborted();
      for (const text of await openTexts(files, names.slice(at, at + atOnce))) {
        searched++;
        const before = search.matches;
        await searchText(search, text);
        const count = search.matches - before;
        // Without the text, which may be large.
        if (count > 0) found.push({ name: text.name, encoding: text.encoding, count });
      }
    }
    if (search.matches === 0)
      return {
        content: `No match for '${pattern}' in ${countOf(searched, 'file')} of ${placeName(path)}.`,
        metadata: {},
        isOwnWords: true,
      };
    if (search.matches < offset) throw beyondEnd(search.matches, offset);
    return [search.shown.text(), ...notesOn(search, found)].join('\n\n');
  },
});

/** A file with matches. */
type Found = { name: string; count: number; encoding: string | undefined };

/** What is not shown, and in which files the matches are. */
function notesOn(search: Search, found: readonly Found[]): string[] {
  const { matches, first, end } = search;
  const notes: string[] = [];
  if (search.shown.isCut() || first > 1 || end <= matches) {
    const per = found.slice(0, toldFiles).map(({ name, count }) => `${name} ${count}`);
    const rest = found.length > toldFiles ? [`and ${countOf(found.length - toldFiles, 'more file')}`] : [];
    const next = end <= matches ? ` Continue with offset ${end}.` : '';
    notes.push(
      `(${countOf(matches, 'match', 'matches')} in ${countOf(found.length, 'file')}: ${[...per, ...rest].join(', ')}.${next})`,
    );
  }
  const foreign = found.flatMap(({ name, encoding }) => (encoding ? [`${name} is ${encoding}`] : []));
  if (foreign.length > 0) notes.push(`(Encodings: ${foreign.slice(0, toldFiles).join(', ')}.)`);
  return notes;
}

function beyondEnd(matches: number, offset: number): ToolError {
  return new ToolError(
    'validation_error',
    `Parameter 'offset': there ${matches === 1 ? 'is 1 match' : `are ${matches} matches`}, but number ${offset} was asked for. Search from offset 1.`,
  );
}

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

type OpenText = {
  name: string;
  pieces: Iterable<string[]> | AsyncIterable<string[]>;
  /** Unless it is UTF-8. */
  encoding?: string;
};

/** Leaves out binary files, and files that were removed after the folder was listed. */
async function openTexts(files: ReadOnlyFiles, names: readonly string[]): Promise<OpenText[]> {
  const opened = await files.readMany(names);
  const texts = opened.map(async (file, index) => (file ? openText(names[index] ?? '', file) : undefined));
  return (await Promise.all(texts)).filter((text) => text !== undefined);
}

/** A small file is read in one step. With many files, the number of steps determines the time. */
async function openText(name: string, file: File): Promise<OpenText | undefined> {
  const isSmall = file.size <= limits.readBytes;
  const bytes = isSmall ? new Uint8Array(await file.arrayBuffer()) : undefined;
  const encoding = bytes ? findEncoding(bytes) : await encodingOfFile(file);
  if (!encoding) return undefined;
  const label = decoderLabel(encoding.name);
  const pieces = bytes
    ? [cutPieces(decodeBytes(bytes, label).replace(/^\ufeff/, ''), pieceCharacters)]
    : readPieces(file, new TextDecoder(label), pieceCharacters);
  return { name, pieces, ...(encoding.name !== 'utf-8' && { encoding: encodingTitle(encoding) }) };
}

async function searchText(search: Search, { name, pieces }: OpenText): Promise<void> {
  const searchLine = createLineSearch(search, name);
  for await (const some of pieces) for (const piece of some) searchLine(piece.replace(/\r?\n$/, ''));
}
