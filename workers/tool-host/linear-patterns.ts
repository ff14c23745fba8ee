/**
 * Lets the schema interpreter run its patterns in linear time. It compiles them with the global `RegExp`, synchronously,
 * and a host has one job at a time: so for that time, and only then, the global one is RE2.
 */
// Linear in the input, whatever the pattern: `^(a+)+$` on 28 letters costs a backtracking engine ten seconds.
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
 * What RE2 cannot say (look-around, back references) counts as matched: the rule is the tool's own, and the tool still
 * holds to it; running it here could stall.
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
    // Stays as it is.
  }
  compiled.set(source, pattern);
  return pattern;
}
