/** The form of a grammar: patterns for phrasings, and functions that read their named parts. */
import type { Intent, ZonePlace, Problem } from './intent.ts';
import { addressSpan, quotedSpan } from './split.ts';

export type Meaning = readonly (Intent | Problem)[] | undefined;
export type Target = { path: string } | { url: string };

/** Resolves the parts that a rule matched. All arguments are still masked. */
export type Reader = {
  text(part: string): string;
  /** The file or page meant, pronouns resolved. `loose` also takes a plain word for a file name. */
  target(part: string, loose?: boolean): Target | undefined;
  /** One place, or several joined by "and" and the like; undefined if one of them is unknown. */
  places(part: string): ZonePlace[] | undefined;
  /** Refers to the result of the step before: "it", "the result". */
  isResult(part: string): boolean;
  /** The request for a text that is described instead of given: "the time in Tokyo". */
  source(part: string): Intent | Problem | undefined;
  /** The call of a tool by its name; undefined if it cannot be a tool's name. */
  tool(name: string, json: string): Meaning;
};

export type Groups = Readonly<Record<string, string | undefined>>;

export type Rule = {
  pattern: RegExp;
  read(groups: Groups, reader: Reader): Meaning;
  /** The words that an elliptical next clause leaves out: "[read] b.txt". */
  lead?: string;
  /** Ends with free text, which may contain what looks like a separator. */
  open?: true;
};

const pathPart = `(?<path>${quotedSpan}|it|(?:that|this|the(?: same)?)(?: file| page)?|[^\\s\\uE000-\\uF8FF,，。;；:：!！?？、"]{1,300}?(?<!\\.))`;
const partPatterns: readonly [RegExp, string][] = [
  [/(?<!\(\?)<path>/g, pathPart],
  [/(?<!\(\?)<url>/g, `(?<url>${addressSpan})`],
  [/(?<!\(\?)<content>/g, '(?<content>.+?)'],
  [/(?<!\(\?)<place>/g, '(?<place>.{1,80}?)'],
];

/** `source`: a whole clause in any case; `<path>` and the like stand for parts, a blank for any white space. */
export function rule(source: string, read: Rule['read'], more: Pick<Rule, 'lead' | 'open'> = {}): Rule {
  const whole = partPatterns.reduce((text, [name, part]) => text.replace(name, () => part), source);
  return { pattern: new RegExp(`^(?:${whole.replaceAll(' ', '\\s+')})$`, 'isu'), read, ...more };
}

export function readTime({ place = '' }: Groups, reader: Reader): Meaning {
  if (place.trim() === '') return [{ type: 'time' }];
  const places = reader.places(place);
  return (
    places?.map((found) => ({ type: 'time', place: found })) ?? [
      { type: 'unknown-place', place: reader.text(place) },
    ]
  );
}

/** For phrasings that mean the time only with a known place: "Tokyo time". */
export function readKnownTime({ place = '' }: Groups, reader: Reader): Meaning {
  return reader.places(place)?.map((found) => ({ type: 'time', place: found }));
}

export function readWrite(append: boolean, loose = true): Rule['read'] {
  return ({ path = '', content = '' }, reader) => {
    const target = reader.target(path, loose);
    return target && 'path' in target ? write(target.path, content, append, reader) : undefined;
  };
}

/** "… to a file" appends to a default file, so that nothing is overwritten. */
export function readWriteAnywhere({ content = '' }: Groups, reader: Reader): Meaning {
  return write('note.txt', content, true, reader);
}

function write(path: string, content: string, append: boolean, reader: Reader): Meaning {
  if (reader.isResult(content)) return [{ type: 'write', path, content: null, append }];
  const source = reader.source(content);
  if (!source) return [{ type: 'write', path, content: reader.text(content), append }];
  return [source, { type: 'write', path, content: null, append }];
}

export function readRead({ path = 'it' }: Groups, reader: Reader): Meaning {
  const target = reader.target(path);
  if (!target) return undefined;
  return 'path' in target ? [{ type: 'read', path: target.path }] : [{ type: 'fetch', url: target.url }];
}

export function readList({ path }: Groups, reader: Reader): Meaning {
  if (path === undefined) return [{ type: 'list' }];
  const target = reader.target(path, true);
  return target && 'path' in target ? [{ type: 'list', path: target.path }] : undefined;
}

export function readFetch({ url = '', method = 'GET', body }: Groups, reader: Reader): Meaning {
  const address = reader.text(url);
  const verb = method.toUpperCase();
  return [
    {
      type: 'fetch',
      url: /^https?:/i.test(address) ? address : `https://${address}`,
      ...(verb !== 'GET' && { method: verb }),
      ...(body !== undefined && { body: reader.text(body) }),
    },
  ];
}

export function readPost(groups: Groups, reader: Reader): Meaning {
  return readFetch({ method: 'POST', ...groups }, reader);
}

export function readTool({ name = '', json = '' }: Groups, reader: Reader): Meaning {
  return reader.tool(name, json);
}
