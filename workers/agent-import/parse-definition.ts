/** The text of a definition as JSON: from JSON, TOML, or Markdown with front matter. */
import { isJsonObject, isObject, type Json, type JsonObject } from '#shared/json.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';

export type Definition =
  | { syntax: 'data'; value: Json }
  | { syntax: 'markdown'; value: JsonObject; body: string }
  | { syntax: 'none'; fault: 'large' | 'not_readable'; message: string };

/** So many, because a settings export of another app contains its chats, too. */
export const maxJsonCharacters = 5_000_000;
/** For TOML and Markdown, whose parsers are slower than that of JSON. */
export const maxTextCharacters = 200_000;
const maxFrontMatter = 20_000;
/** Levels of nesting. Parsers are recursive, and one that exhausts the stack can end the worker. */
const maxDepth = 30;

export async function parseDefinition(given: string): Promise<Definition> {
  const text = given.replace(/^\uFEFF/, '');
  if (text.length > maxJsonCharacters) return tooLarge();
  const json = parse(() => JSON.parse(text) as Json);
  if (json.ok) return { syntax: 'data', value: json.value };
  if (text.trimStart().startsWith('{')) return unreadable('JSON', json.message);
  if (text.length > maxTextCharacters) return tooLarge();
  return text.startsWith('---') ? parseMarkdown(text) : parseToml(text);
}

async function parseToml(text: string): Promise<Definition> {
  // smol-toml: small, without dependencies, follows TOML 1.0.
  const { parse: parseText } = await import('smol-toml');
  const table = parse(() => plain(parseText(text, { maxDepth: maxDepth })));
  return table.ok ? { syntax: 'data', value: table.value } : unreadable('TOML', table.message);
}

async function parseMarkdown(text: string): Promise<Definition> {
  const found = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  const [, matter = '', body = ''] = found ?? [];
  if (!found) return unreadable('Markdown', 'The front matter does not end with a line ---.');
  if (matter.length > maxFrontMatter) return tooLarge();
  if (isDeep(matter)) return unreadable('YAML', tooDeep);
  // yaml: all of YAML 1.2, with a limit for aliases, which can expand a small text to a huge value. Keys that
  // are no strings would be stringified level by level, in exponential time; finding duplicate keys takes
  // quadratic time.
  const { parse: parseText } = await import('yaml');
  const bounds = { maxAliasCount: 20, stringKeys: true, uniqueKeys: false } as const;
  const options = { schema: 'core', logLevel: 'silent', prettyErrors: false, ...bounds } as const;
  const table = parse(() => plain(parseText(matter, options)));
  if (!table.ok) return unreadable('YAML', table.message);
  if (!isJsonObject(table.value)) return unreadable('YAML', 'The front matter is no table.');
  return { syntax: 'markdown', value: table.value, body };
}

const tooDeep = `It is nested more than ${maxDepth} levels deep.`;

/** Counts brackets in strings, too; no definition has so many. The size limit bounds depth by indentation. */
function isDeep(yaml: string): boolean {
  let depth = 0;
  for (const [bracket] of yaml.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return /^[ \t]*(?:[-?:][ \t]+){6}/m.test(yaml);
}

/** Converts dates to text, and values that JSON does not have, such as infinity, to null. */
function plain(value: unknown, depth = 0): Json {
  if (depth > maxDepth) throw new Error(tooDeep);
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map((each: unknown) => plain(each, depth + 1));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, depth + 1)]));
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function parse<T>(work: () => T): { ok: true; value: T } | { ok: false; message: string } {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    // Only the first line of the message: parsers append lines of the text to it.
    return { ok: false, message: shorten(messageOf(error).split('\n')[0] ?? '', 200) };
  }
}

function unreadable(kind: string, message: string): Definition {
  return { syntax: 'none', fault: 'not_readable', message: `Not valid ${kind}: ${message}` };
}

function tooLarge(): Definition {
  return {
    syntax: 'none',
    fault: 'large',
    message: `The definition is too large: at most ${maxJsonCharacters / 1e6} MB of JSON, or ${maxTextCharacters / 1e3} kB of TOML or Markdown.`,
  };
}
