/** Records which functions of a session can be kept as source text, from the scripts that defined them. */
import type { HostValue } from '../bridge.ts';
import { readFunctions, worseKind, type FunctionKind } from './own-functions.ts';

export type FunctionKinds = {
  /** The kind of a function by its source; '' if no script of the session defined it. */
  of(text: HostValue): string;
  learn(functions: ReadonlyMap<string, FunctionKind> | undefined): void;
  /** Adds the functions in a source that was kept. */
  learnText(text: string): void;
};

export function createFunctionKinds(): FunctionKinds {
  const known = new Map<string, FunctionKind>();

  function learn(functions: ReadonlyMap<string, FunctionKind> | undefined): void {
    for (const [text, kind] of functions ?? []) known.set(text, worseKind(kind, known.get(text)));
  }

  return {
    of: (text) => (typeof text === 'string' && known.get(text)) || '',
    learn,
    learnText(text) {
      // The source of a function or class is an expression; that of a method is valid only inside an object
      // literal.
      learn(readFunctions(`(${text}\n)`) ?? readFunctions(`({${text}\n})`));
    },
  };
}
