/**
 * Patterns of `git log --grep` and `--author`: basic regular expressions unless another kind is requested.
 */
import { compileLinear } from '#workers/text/linear-pattern.ts';
import { messageOf } from '#shared/message-of.ts';
import { fatal } from '../../git-context.ts';

export type PatternKind = 'basic' | 'extended' | 'fixed';

/**
 * Returns a test whether any line of a text matches. It runs in linear time, so backreferences and
 * look-around are not supported.
 */
export function gitPattern(
  pattern: string,
  kind: PatternKind,
  isIgnoringCase: boolean,
): (text: string) => boolean {
  const source = { basic: fromBasic, extended: String, fixed: escape }[kind](pattern);
  try {
    const compiled = compileLinear(source, { ignoreCase: isIgnoringCase });
    return (text) => text.split('\n').some((line) => compiled.test(line));
  } catch (error) {
    throw fatal(`command line, '${pattern}': ${messageOf(error)}`);
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/**
 * Converts a basic regular expression, in which unescaped `+`, `?`, `|`, `{}` and `()` are literals.
 * https://www.gnu.org/software/grep/manual/
 */
function fromBasic(pattern: string): string {
  // Tokens: a bracket expression, an escaped character, or a single character.
  const tokens = pattern.match(/\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]|\\[^]|[^]/g) ?? [];
  return tokens
    .map((token, at) => {
      if (/^\\[+?|(){}]$/.test(token)) return token.slice(1);
      if (/^[+?|(){}]$/.test(token)) return `\\${token}`;
      return token === '*' && (at === 0 || tokens[at - 1] === '\\(') ? String.raw`\*` : token;
    })
    .join('');
}
