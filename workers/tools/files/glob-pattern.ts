/** Glob patterns: `*` and `?` within a name, `**` across folders, `[a-z]`, `{one,other}`. */
import { ToolError } from '#workers/contracts/tool-error.ts';

/** The parameter that contains the pattern, and the pattern as the model wrote it, for the error. */
type Written = { parameter: string; pattern: string };

/**
 * Compiles a pattern into a test of whole paths relative to the folder in which the search begins. Paths of the
 * workspace are in the Unicode form NFC, so the pattern is converted to it.
 */
export function compileGlob(
  pattern: string,
  written: Written = { parameter: 'pattern', pattern },
): (path: string) => boolean {
  const clean = pattern
    .normalize('NFC')
    .replace(/^(\.\/)+/, '')
    .replace(/^\/workspace\//, '');
  const expression = new RegExp(`^${translate(clean, written)}$`, 'u');
  return (path) => expression.test(path);
}

/** As in `.gitignore`, a pattern without a slash matches a name in any folder. */
export function compileNameGlob(pattern: string, parameter = 'pattern'): (path: string) => boolean {
  return compileGlob(pattern.includes('/') ? pattern : `**/${pattern}`, { parameter, pattern });
}

function translate(pattern: string, whole: Written): string {
  let out = '';
  let depth = 0;
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at);
    const [token = ''] = /^(?:\*\*\/|\/\*\*$|\*+|\?|\[[!^]?\]?[^\]]*\]|\\.|[\s\S])/u.exec(rest) ?? [];
    at += token.length;
    if (token === '{') depth++;
    if (token === '}') depth--;
    if (depth < 0 || (at >= pattern.length && depth > 0)) throw unbalanced(whole);
    out += translateToken(token, depth, at === token.length);
  }
  return out;
}

function translateToken(token: string, depth: number, isFirst: boolean): string {
  if (token === '**/') return '(?:[^/]+/)*';
  if (token === '/**') return '(?:/.+)?';
  if (token === '**') return isFirst ? '.*' : '[^/]*';
  if (/^\*+$/.test(token)) return '[^/]*';
  if (token === '?') return '[^/]';
  if (token === '{') return '(?:';
  if (token === '}') return ')';
  if (token === ',' && depth > 0) return '|';
  if (token.startsWith('[') && token.length > 2) return translateClass(token);
  return escape(token.startsWith('\\') && token.length > 1 ? token.slice(1) : token);
}

function translateClass(token: string): string {
  const isNegated = /^\[[!^]/.test(token);
  const members = token.slice(isNegated ? 2 : 1, -1).replace(/[\\\][&~^]/g, '\\$&');
  return isNegated ? `[^/${members}]` : `[${members}]`;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function unbalanced({ parameter, pattern }: Written): ToolError {
  return new ToolError(
    'validation_error',
    `Parameter '${parameter}': ${pattern} has a brace that is not closed or not opened. Write {one,other}, or \\{ for the character.`,
  );
}
