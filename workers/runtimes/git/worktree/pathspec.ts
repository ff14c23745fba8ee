/** Path arguments of commands: files, folders and globs, relative to the current folder. */
import { inWorkspace, type Repository } from '../repository.ts';
import { compileName } from './glob.ts';
import { outsideRepository } from './scan.ts';

export type Pathspec = {
  text: string;
  /** The path itself if it is not a glob; for a glob, the folder that contains all matches. */
  base: string;
  matches(path: string): boolean;
};

export function parsePathspecs(repository: Repository, texts: readonly string[]): Pathspec[] {
  return texts.map((text) => parseOne(repository, text));
}

function parseOne(repository: Repository, text: string): Pathspec {
  const fromTop = /^:(?:\/|\(top\))(.*)$/s.exec(text)?.[1];
  const from = fromTop === undefined ? repository.prefix : '';
  const path = within(repository, fromTop ?? text, from);
  const composed = path.normalize('NFC');
  const below = (each: string) => path === '' || each === composed || each.startsWith(`${composed}/`);
  if (!/[*?[]/.test(path)) return { text, base: path, matches: (each) => below(each.normalize('NFC')) };
  // As in git, `*` in a path argument also matches slashes.
  const glob = compileName(composed);
  const fixed = path.slice(0, path.search(/[*?[]/));
  const folder = fixed.includes('/') ? fixed.slice(0, fixed.lastIndexOf('/')) : '';
  return {
    text,
    base: folder,
    matches: (each) => glob(each.normalize('NFC')) || below(each.normalize('NFC')),
  };
}

function within(repository: Repository, text: string, prefix: string): string {
  const { dir } = repository;
  const cwd = [dir, prefix].filter(Boolean).join('/');
  const path = inWorkspace(text, cwd);
  if (dir === '' || path === dir) return path === dir ? '' : path;
  if (!path.startsWith(`${dir}/`)) throw outsideRepository(text, repository);
  return path.slice(dir.length + 1);
}

export function matchesAny(specs: readonly Pathspec[], path: string): boolean {
  return specs.length === 0 || specs.some((spec) => spec.matches(path));
}

/** Formats a path for output: relative to the current folder. */
export function relative({ prefix }: Repository, path: string): string {
  if (prefix === '') return path;
  const from = prefix.split('/');
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/') || './';
}

/** Quotes a path as git does with `core.quotePath=false`, which leaves other scripts readable. */
export function quotePath(path: string, quoteSpaces = false): string {
  if (!/["\\\0-\x1f\x7f]/.test(path) && !(quoteSpaces && path.includes(' '))) return path;
  const names: Readonly<Record<string, string>> = { '\n': 'n', '\t': 't', '\r': 'r', '"': '"', '\\': '\\' };

  const quoted = path.replace(/["\\\0-\x1f\x7f]/g, (character) => {
    const name = names[character];
    return `\\${name ?? character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"${quoted}"`;
}
