/** Compiles an operand that is a pattern: one that is known, or text that becomes one when the program runs. */
import type { Expression } from '../language/syntax.ts';
import type { Pattern } from '../text/patterns.ts';
import { toText } from '../text/values.ts';
import type { Compiler } from './compiler.ts';
import type { Machine } from './machine.ts';

/** The returned function takes the pattern. A pattern that is text was pushed before. */
export function compilePattern(c: Compiler, node: Expression): (m: Machine) => Pattern {
  const { env } = c;
  if (node.kind === 'regex') {
    const { source } = node;
    return () => env.pattern(source);
  }
  c.expression(node);
  return (m) => env.pattern(toText(m.stack.pop(), env.convfmt()));
}
