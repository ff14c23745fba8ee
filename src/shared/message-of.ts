/** What a caught value says: the message of an error, anything else as text. */

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
