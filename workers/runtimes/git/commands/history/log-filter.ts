/** The options of `git log`, and the filter for commits that they define. */
import { fatal } from '../../git-context.ts';
import type { Commit } from '../../objects/commits.ts';
import { formOptions } from './diff.ts';
import { gitPattern, type PatternKind } from './git-pattern.ts';
import type { OptionSpecs, parseOptions } from '../options.ts';

export const logOptions = {
  ...formOptions,
  oneline: {},
  'max-count': { short: 'n', takes: 'value' },
  skip: { takes: 'value' },
  format: { takes: 'value' },
  pretty: { takes: 'optional' },
  date: { takes: 'value' },
  'abbrev-commit': {},
  decorate: { takes: 'optional' },
  'no-decorate': {},
  all: {},
  branches: {},
  reverse: {},
  merges: {},
  'no-merges': {},
  'first-parent': {},
  author: { takes: 'value' },
  grep: { takes: 'value' },
  'invert-grep': {},
  'regexp-ignore-case': { short: 'i' },
  'extended-regexp': { short: 'E' },
  'fixed-strings': { short: 'F' },
  'basic-regexp': {},
  'perl-regexp': { short: 'P' },
  since: { takes: 'value' },
  after: { takes: 'value' },
  until: { takes: 'value' },
  before: { takes: 'value' },
  graph: {},
  follow: {},
} as const satisfies OptionSpecs;

export type LogOptions = ReturnType<typeof parseOptions<typeof logOptions>>;

export function numberOf(value: string | number | undefined, usual: number, name: string): number {
  if (value === undefined) return usual;
  const number = Number(value);
  if (!Number.isInteger(number)) throw fatal(`option '${name}' expects a number, not '${value}'`);
  return number < 0 ? Infinity : number;
}

export function commitFilter(options: LogOptions): (commit: Commit) => boolean {
  const isAuthor = patternOf(options, 'author');
  const isMessage = patternOf(options, 'grep');
  const isInverted = options.has('invert-grep') && options.value('grep') !== undefined;
  const since = dateOf(options.value('since') ?? options.value('after'));
  const until = dateOf(options.value('until') ?? options.value('before'));
  return (commit) => {
    const isMerge = commit.parents.length > 1;
    if ((options.has('merges') && !isMerge) || (options.has('no-merges') && isMerge)) return false;
    const time = commit.committer.seconds;
    if ((since !== undefined && time < since) || (until !== undefined && time > until)) return false;
    const { name, email } = commit.author;
    return isAuthor(`${name} <${email}>`) && isMessage(commit.message) !== isInverted;
  };
}

function patternOf(options: LogOptions, name: 'author' | 'grep'): (text: string) => boolean {
  const isIgnoringCase = options.has('regexp-ignore-case');
  const wanted = options.values(name).map((each) => gitPattern(each, kindOf(options), isIgnoringCase));
  return (text) => wanted.length === 0 || wanted.some((matches) => matches(text));
}

function kindOf(options: LogOptions): PatternKind {
  if (options.has('fixed-strings')) return 'fixed';
  return options.has('extended-regexp') || options.has('perl-regexp') ? 'extended' : 'basic';
}

const seconds: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_629_800,
  year: 31_557_600,
};

/** Parses a date, or an age such as `2 weeks ago`, to seconds since the epoch. */
function dateOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ago = /^(\d+)[ .]*(second|minute|hour|day|week|month|year)s?[ .]*(?:ago)?$/i.exec(text.trim());
  if (ago) return Date.now() / 1000 - Number(ago[1]) * (seconds[(ago[2] ?? '').toLowerCase()] ?? 0);
  if (/^yesterday$/i.test(text)) return Date.now() / 1000 - 86_400;
  const time = /^\d{9,}$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(time)) throw fatal(`'${text}' is no date: write it like 2026-01-31 or '2 weeks ago'`);
  return time / 1000;
}
