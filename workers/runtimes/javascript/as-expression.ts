/** Converts the source of a function to an expression: removes the semicolon that the formatter appends. */
export function asExpression(text: string): string {
  return `(${text.trim().replace(/;$/, '')})`;
}
