/**
 * Makes the schema interpreter match patterns in linear time. It has no option for another engine and compiles patterns
 * with the global `RegExp`, so the global is replaced by RE2 while it runs: synchronously, with nothing else running.
 */
// RE2 is linear in the input for every pattern: `^(a+)+$` on 28 letters takes a backtracking engine ten seconds.
import { RE2JS } from 're2js';

type Pattern = { test(text: string): boolean };

const compiled = new Map<string, Pattern>();
const mostCompiled = 1_000;

export function withLinearPatterns<T>(work: () => T): T {
  const original = globalThis.RegExp;
  // A constructor that returns an object gives that object to `new`.
  Reflect.set(globalThis, 'RegExp', function LinearPattern(source: string): Pattern {
    return compile(source);
  });
  try {
    return work();
  } finally {
    Reflect.set(globalThis, 'RegExp', original);
  }
}

/**
 * A pattern that RE2 does not support (lookaround, backreferences) counts as matched: the tool server validates it
 * itself, and matching it here could hang.
 */
function compile(source: string): Pattern {
  const known = compiled.get(source);
  if (known) return known;
  if (compiled.size >= mostCompiled) compiled.clear();
  let pattern: Pattern = { test: () => true };
  try {
    const linear = RE2JS.compile(RE2JS.translateRegExp(source));
    pattern = { test: (text) => linear.matcher(text).find() };
  } catch {
    // Unsupported: matches everything.
  }
  compiled.set(source, pattern);
  return pattern;
}
