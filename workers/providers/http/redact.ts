/** Removes the API key from text that a server sent, then shortens it: errors repeat keys, whole and in part. */
import { shorten } from '#shared/shorten.ts';
import { cutSecret } from '#workers/text/cut-secret.ts';
import type { Destination } from '#workers/contracts/provider.ts';

const shownCharacters = 300;

/**
 * Contract: `text` is uncut, because a key that a cut splits cannot be found. A server may have cut the text
 * itself, so the beginning of the key at the end of the text is removed, too.
 */
export function redact(text: string, { apiKey }: Destination): string {
  const clean = cutSecret(text, apiKey);
  const masked = clean.replaceAll(/\b(sk|key|gsk|xai)-[\w*.-]{4,}/g, '$1-…');
  return shorten(masked, shownCharacters);
}
