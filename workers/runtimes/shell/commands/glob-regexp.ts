/** Matches globs as fnmatch reads them, in linear time: a backtracking engine needs ages for `*a*a*a*a*a*b`. */
import { compileSpans } from '#workers/text/linear-pattern.ts';
import { escaped, readGlobBracket } from '../patterns/bracket.ts';

type GlobOptions = {
  /** The glob matches parts of the path, too. */
  anywhere?: boolean;
  ignoreCase?: boolean;
};

/** `*` also matches `/`, as in `find -path`, `grep --include`, `tar --exclude`, `zip -x` and `diff -x`. */
export function globRegExp(glob: string, { anywhere = false, ignoreCase = false }: GlobOptions = {}) {
  const source = sourceOf(glob.replace(/(?<=.)\/+$/, ''));
  const whole = anywhere ? String.raw`^(?:[\s\S]*/)?${source}(?:/[\s\S]*)?$` : `^${source}$`;
  return compileSpans(whole, { ignoreCase });
}

/** Also finds names in the other Unicode form: keyboards type NFC, and macOS exports NFD. */
export function nameMatcher(glob: string, options: GlobOptions = {}): (name: string) => boolean {
  const pattern = globRegExp(glob, options);
  const composed = globRegExp(glob.normalize('NFC'), options);
  return (name) => pattern.test(name) || composed.test(name.normalize('NFC'));
}

function sourceOf(glob: string): string {
  let source = '';
  for (let at = 0; at < glob.length;) {
    const bracket = glob[at] === '[' ? readGlobBracket(glob, at) : undefined;
    if (bracket) {
      source += bracket.source;
      at = bracket.end;
      continue;
    }
    const isEscaped = glob[at] === '\\' && at + 1 < glob.length;
    if (isEscaped) at++;
    const character = String.fromCodePoint(glob.codePointAt(at) ?? 0);
    at += character.length;
    const wild = isEscaped ? undefined : { '*': String.raw`[\s\S]*`, '?': String.raw`[\s\S]` }[character];
    source += wild ?? escaped(character);
  }
  return source;
}
