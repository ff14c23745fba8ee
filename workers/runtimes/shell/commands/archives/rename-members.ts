/** `tar --transform`: the names of members, changed by expressions of sed. */
import { CommandError } from '../command.ts';

/** `s/from/to/flags`, several separated by `;`. */
export function renamer(expressions: readonly string[]): (name: string) => string {
  const changes = expressions.flatMap((each) => each.split(/;(?=s[^\w\s])/)).map(change);
  return (name) => changes.reduce((current, apply) => apply(current), name);
}

function change(expression: string): (name: string) => string {
  const separator = expression.charAt(1);
  const parts = new RegExp(
    `^s${escape(separator)}((?:\\\\.|[^\\\\])*?)${escape(separator)}((?:\\\\.|[^\\\\])*?)${escape(separator)}([a-zA-Z0-9]*)$`,
    's',
  ).exec(expression);
  if (!parts) throw new CommandError(`Invalid transform expression: '${expression}'`, 2);
  const [, from = '', to = '', flags = ''] = parts;
  const pattern = flags.includes('x') ? from : basic(from);
  const regexp = new RegExp(pattern, (flags.includes('g') ? 'g' : '') + (flags.includes('i') ? 'i' : ''));
  return (name) =>
    name.replace(regexp, (...groups: string[]) =>
      to.replace(/\\(\d)|\\(.)|&/g, (word, digit?: string, letter?: string) =>
        word === '&'
          ? (groups[0] ?? '')
          : digit === undefined
            ? (letter ?? '')
            : (groups[Number(digit)] ?? ''),
      ),
    );
}

function escape(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
}

/** A basic regular expression as one of JavaScript. */
function basic(source: string): string {
  return source.replace(/\[\^?\]?[^\]]*\]|\\(.)|[(){}|+?]/gs, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return '(){}|+?'.includes(escaped) ? escaped : found;
    return found.length === 1 ? `\\${found}` : found;
  });
}
