/** The message of a caught value: that of an error, anything else as a string. */

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
