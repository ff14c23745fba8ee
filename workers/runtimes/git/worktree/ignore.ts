/** Parses and applies the rules of `.gitignore` files and `.git/info/exclude`. */
import { compileName, compilePath } from './glob.ts';

export type IgnoreRule = {
  isNegated: boolean;
  isFolderOnly: boolean;
  /** As it is written, and where. */
  pattern: string;
  source: string;
  line: number;
  matches(path: string): boolean;
};

/** `folder`: the folder of the file, relative to the working tree; its rules apply below it. */
export function parseIgnore(text: string, folder: string, source = ''): IgnoreRule[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    const rule = parseRule(line, folder);
    return rule ? [{ ...rule, source, line: at + 1, pattern: line }] : [];
  });
}

type Rule = Omit<IgnoreRule, 'pattern' | 'source' | 'line'>;

function parseRule(line: string, folder: string): Rule | undefined {
  // Trailing spaces are ignored unless a backslash precedes them.
  let pattern = line.replace(/(?<!\\)[ \t]+$/, '');
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const isNegated = pattern.startsWith('!');
  if (isNegated) pattern = pattern.slice(1);
  const isFolderOnly = pattern.endsWith('/');
  if (isFolderOnly) pattern = pattern.slice(0, -1);
  const isAnchored = pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return undefined;
  const matchesPath = isAnchored ? compilePath(pattern) : nameOnly(pattern);
  const below = folder === '' ? '' : `${folder}/`;
  return {
    isNegated,
    isFolderOnly,
    matches: (path) => path.startsWith(below) && matchesPath(path.slice(below.length)),
  };
}

/** A pattern without a slash matches the name in every folder below. */
function nameOnly(pattern: string): (path: string) => boolean {
  const matches = compileName(pattern);
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}

/** The last matching rule decides. The caller must have checked that no parent folder is ignored. */
export function isIgnored(rules: readonly IgnoreRule[], path: string, isFolder: boolean): boolean {
  const rule = rules.findLast((each) => (isFolder || !each.isFolderOnly) && each.matches(path));
  return rule !== undefined && !rule.isNegated;
}
