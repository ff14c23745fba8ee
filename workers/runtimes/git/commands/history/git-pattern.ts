/** Patterns of `git log --grep` and `--author`: basic regular expressions unless another kind is asked for. */
import { compileLinear } from '#workers/text/linear-pattern.ts';
import { messageOf } from '#shared/message-of.ts';
import { fatal } from '../../git-context.ts';

export type PatternKind = 'basic' | 'extended' | 'fixed';

/** Whether a line of a text matches. Decided in linear time, so there are no backreferences and no look-around. */
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

/** `+`, `?`, `|`, braces and brackets are letters without a backslash. https://www.gnu.org/software/grep/manual/ */
function fromBasic(pattern: string): string {
  // A list in brackets, an escaped character, a star with nothing before it, or one character.
  const tokens = pattern.match(/\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]|\\[^]|[^]/g) ?? [];
  return tokens
    .map((token, at) => {
      if (/^\\[+?|(){}]$/.test(token)) return token.slice(1);
      if (/^[+?|(){}]$/.test(token)) return `\\${token}`;
      return token === '*' && (at === 0 || tokens[at - 1] === '\\(') ? String.raw`\*` : token;
    })
    .join('');
}
