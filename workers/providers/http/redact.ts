/** Removes the API key from text that a server sent, then shortens it: errors repeat keys, whole and in part. */
import { shorten } from '#shared/shorten.ts';
import { cutSecret } from '#workers/text/cut-secret.ts';
import type { Destination } from '#workers/contracts/provider.ts';

const shownCharacters = 300;

/**
 * Contract: takes the whole text, because a key across a cut cannot be found any more. At the end of a text that the
 * server cut itself, the beginning of the key counts as the key.
 */
export function redact(text: string, { apiKey }: Destination): string {
  const clean = cutSecret(text, apiKey);
  const masked = clean.replaceAll(/\b(sk|key|gsk|xai)-[\w*.-]{4,}/g, '$1-…');
  return shorten(masked, shownCharacters);
}
