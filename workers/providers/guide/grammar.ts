/** The form of a grammar: phrasings as patterns, and what their named parts mean. */
import type { Intent, Place, Problem } from './intent.ts';
import { ADDRESS, QUOTED } from './split.ts';

export type Meaning = readonly (Intent | Problem)[] | undefined;
export type Target = { path: string } | { url: string };

/** What a rule needs to know about the parts it matched; everything given is still masked. */
export type Reader = {
  text(part: string): string;
  /** The file or page meant, pronouns resolved. `loose` also takes a plain word for a file name. */
  target(part: string, loose?: boolean): Target | undefined;
  /** One place, or several joined by "and" and the like; undefined if one of them is unknown. */
  places(part: string): Place[] | undefined;
  /** Stands for what the step before produced: "it", "the result". */
  isResult(part: string): boolean;
  /** What has to be asked first, where the text to write is described and not given: "the time in Tokyo". */
  source(part: string): Intent | Problem | undefined;
  /** The call of a tool by its name; undefined where it cannot be the name of one. */
  tool(name: string, json: string): Meaning;
};

export type Groups = Readonly<Record<string, string | undefined>>;

export type Rule = {
  pattern: RegExp;
  read(groups: Groups, reader: Reader): Meaning;
  /** The words an elliptical next piece leaves out: "[read] b.txt". */
  lead?: string;
  /** Ends with free text, which may contain what looks like a separator. */
  open?: true;
};

const PATH = `(?<path>${QUOTED}|it|(?:that|this|the(?: same)?)(?: file| page)?|[^\\s\\uE000-\\uF8FF,，。;；:：!！?？、"]{1,300}?(?<!\\.))`;
const NAMES: readonly [RegExp, string][] = [
  [/(?<!\(\?)<path>/g, PATH],
  [/(?<!\(\?)<url>/g, `(?<url>${ADDRESS})`],
  [/(?<!\(\?)<content>/g, '(?<content>.+?)'],
  [/(?<!\(\?)<place>/g, '(?<place>.{1,80}?)'],
];

/** A whole clause in any case; `<path>` and the like stand for parts, a blank for any white space. */
export function clause(source: string): RegExp {
  const whole = NAMES.reduce((text, [name, part]) => text.replace(name, () => part), source);
  return new RegExp(`^(?:${whole.replaceAll(' ', '\\s+')})$`, 'isu');
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

/** For phrasings that mean the time only beside a place we know: "Tokyo time". */
export function readKnownTime({ place = '' }: Groups, reader: Reader): Meaning {
  return reader.places(place)?.map((found) => ({ type: 'time', place: found }));
}

export function readWrite(append: boolean, loose = true): Rule['read'] {
  return ({ path = '', content = '' }, reader) => {
    const target = reader.target(path, loose);
    return target && 'path' in target ? write(target.path, content, append, reader) : undefined;
  };
}

/** "… to a file": added to one of ours, so that nothing is overwritten. */
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
