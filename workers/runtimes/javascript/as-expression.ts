/** Makes an expression of the text of a function, which the formatter ends with a semicolon. */
export function asExpression(text: string): string {
  return `(${text.trim().replace(/;$/, '')})`;
}
