/** Parses responses of search services: missing or wrong fields are reported by name, never guessed. */
import { isObject } from '#shared/json.ts';
import { decodeEntities } from '#workers/text/decode-entities.ts';

/** Thrown if a response does not have the documented format. */
export class ChangedAnswerError extends Error {
  constructor(path: string, expected: string) {
    super(`${path || 'the answer'} is not ${expected}`);
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsIn(value: unknown, path: string): Fields {
  if (!isObject(value)) throw new ChangedAnswerError(path, 'an object');
  return value;
}

export function listIn(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw new ChangedAnswerError(path, 'a list');
  return value;
}

/** Parses the objects of the list in the field `name` of a response, as `readEach` does. */
export function readList<Result>(answer: unknown, name: string, read: (item: Fields) => Result): Result[] {
  const list = listIn(fieldsIn(answer, '')[name], name);
  return readEach(list, (item) => read(fieldsIn(item, `${name}[]`)));
}

/**
 * Parses each item and skips malformed ones. If all are malformed, the format has changed, and the first
 * error is thrown.
 */
export function readEach<Item, Result>(items: readonly Item[], read: (item: Item) => Result): Result[] {
  const results: Result[] = [];
  let fault: ChangedAnswerError | undefined;
  for (const item of items) {
    try {
      results.push(read(item));
    } catch (error) {
      if (!(error instanceof ChangedAnswerError)) throw error;
      fault ??= error;
    }
  }
  if (fault && results.length === 0) throw fault;
  return results;
}

export function textIn(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new ChangedAnswerError(path, 'text');
  return value;
}

/** The value at a path such as `data.items`; '' is the whole value. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path === '' ? [] : path.split('.')) {
    const isOpen = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
    if (!isOpen) return undefined;
    found = (found as Fields)[name];
  }
  return found;
}

/** A text field that may be missing: '' if it is not a string. */
export function optionalText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Tags within words and names, which are removed without a space. The prefix is that of JATS, the format of
 * abstracts.
 */
const inlineTags = /<\/?(?:jats:)?(?:a|b|bold|code|em|i|italic|mark|span|strong|sub|sup|u)(?:\s[^<>]*)?>/gi;

/** Converts HTML of snippets to plain text. */
export function plainText(html: string): string {
  return decodeEntities(html.replaceAll(inlineTags, '').replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:!?)])/g, '$1')
    .trim();
}

/** The day of an ISO 8601 date, or of a time in seconds since the epoch. */
export function dayOf(value: unknown): { date?: string } {
  if (typeof value === 'number' && value > 0 && value < 1e11)
    return { date: new Date(value * 1_000).toISOString().slice(0, 10) };
  const day = typeof value === 'string' ? /^\d{4}(-\d{2}(-\d{2})?)?(?!\d)/.exec(value)?.[0] : undefined;
  return day === undefined ? {} : { date: day };
}

/** True for http(s) URLs, which can be opened as a page. */
export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
