/** Runs inside QuickJS before a script of the shell's `node`: builds the global `process`. */
import { asExpression } from '../as-expression.ts';
import process from './process.js?raw';
import stdin from './stdin.js?raw';

/** An expression: a function of the host's entry and of the values of `process`, as JSON. */
export const processPrelude = `(host, json) => {
  const given = JSON.parse(json);
  ${asExpression(process)}(host, given, ${asExpression(stdin)}(given.input));
}`;
