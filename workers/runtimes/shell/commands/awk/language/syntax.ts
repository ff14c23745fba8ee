/** The syntax tree of an awk program. */

/** An array, or an array within it: `a`, `a[1]` in `a[1][2]`. */
export type ArrayName = { name: string; path: readonly Expression[] };

export type Place =
  | { kind: 'variable'; name: string }
  | { kind: 'field'; index: Expression }
  | { kind: 'element'; array: ArrayName; key: Expression };

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '^';
export type Comparison = '<' | '<=' | '==' | '!=' | '>' | '>=';

/** Where `getline` reads: the main input, a file or a command. */
export type GetlineSource = { kind: 'main' } | { kind: 'file' | 'command'; name: Expression };

export type Expression =
  | Place
  | { kind: 'number'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'regex'; source: string }
  | { kind: 'assign'; place: Place; operator: BinaryOperator | undefined; value: Expression }
  | { kind: 'increment'; place: Place; step: 1 | -1; isPostfix: boolean }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'concatenation'; left: Expression; right: Expression }
  | { kind: 'comparison'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'match'; isNegated: boolean; text: Expression; pattern: Expression }
  | { kind: 'logical'; operator: '&&' | '||'; left: Expression; right: Expression }
  | { kind: 'unary'; operator: '!' | '-' | '+'; operand: Expression }
  | { kind: 'conditional'; test: Expression; yes: Expression; no: Expression }
  | { kind: 'in'; key: Expression; array: ArrayName }
  /** `(a, b)`: a key of several subscripts, or the arguments of `print`. */
  | { kind: 'list'; items: readonly Expression[] }
  | { kind: 'getline'; source: GetlineSource; place: Place | undefined }
  | { kind: 'builtin'; name: string; values: readonly Expression[] }
  | { kind: 'call'; name: string; values: readonly Expression[] };

export function isPlace(node: Expression): node is Place {
  return node.kind === 'variable' || node.kind === 'field' || node.kind === 'element';
}

/** Where `print` writes. */
export type Redirection = { kind: '>' | '>>' | '|'; name: Expression };

export type Statement =
  | { kind: 'block'; body: readonly Statement[] }
  | { kind: 'expression'; value: Expression }
  | { kind: 'print' | 'printf'; values: readonly Expression[]; to: Redirection | undefined }
  | { kind: 'if'; test: Expression; yes: Statement; no: Statement | undefined }
  | { kind: 'while' | 'do'; test: Expression; body: Statement }
  | {
      kind: 'for';
      first: Statement | undefined;
      test: Expression | undefined;
      next: Statement | undefined;
      body: Statement;
    }
  | { kind: 'for-in'; place: Place; array: ArrayName; body: Statement }
  | { kind: 'switch'; value: Expression; cases: readonly Case[] }
  | { kind: 'break' | 'continue' | 'next' | 'nextfile' }
  | { kind: 'exit' | 'return'; value: Expression | undefined }
  | { kind: 'delete'; array: ArrayName; key: Expression | undefined };

/** Without a value: `default`. */
export type Case = { value: Expression | undefined; body: readonly Statement[] };

export type Pattern =
  | { kind: 'always' }
  | { kind: 'expression'; value: Expression }
  | { kind: 'range'; from: Expression; to: Expression };

export type Rule = { pattern: Pattern; body: Statement };

/** Rules that run at certain times. */
export const specialPatterns = ['BEGIN', 'END', 'BEGINFILE', 'ENDFILE'] as const;
export type SpecialPattern = (typeof specialPatterns)[number];

export type UserFunction = { name: string; parameters: readonly string[]; body: Statement };

export type Program = {
  special: Readonly<Record<SpecialPattern, readonly Statement[]>>;
  rules: readonly Rule[];
  functions: ReadonlyMap<string, UserFunction>;
  warnings: readonly string[];
};
