/** Regular expressions in time linear to the text, whatever the pattern. */
// RE2: `^(a+)+$` on 28 letters takes a backtracking engine ten seconds.
import { RE2JS } from 're2js';

export type LinearPattern = {
  test(text: string): boolean;
  /** Where the first match begins; -1 without one. */
  indexIn(text: string): number;
};

/** Takes JavaScript's syntax. Throws if the pattern needs look-around or a backreference, which RE2 does not have. */
export function compileLinear(source: string, { ignoreCase = false } = {}): LinearPattern {
  // RE2 would read it as the letter.
  if (/(?:^|[^\\])(?:\\\\)*\\k</.test(source))
    throw new SyntaxError('A backreference by name is not supported.');
  const pattern = RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return {
    test: (text) => pattern.test(text),
    indexIn(text) {
      const matcher = pattern.matcher(text);
      return matcher.find() ? matcher.start() : -1;
    },
  };
}
