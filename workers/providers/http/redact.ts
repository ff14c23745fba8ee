/** Cuts the key out of what a server says, then shortens it: servers repeat keys in their errors, whole and in part. */
import { shorten } from '#shared/shorten.ts';
import { cutSecret } from '#workers/network/cut-secret.ts';
import type { Destination } from '#workers/contracts/provider.ts';

const shownCharacters = 300;

/**
 * Contract: takes the whole text, because a key that lies across a cut cannot be found any more. Where somebody else has
 * cut it already, its beginning is taken for it.
 */
export function redact(text: string, { apiKey }: Destination): string {
  const clean = cutSecret(text, apiKey);
  const masked = clean.replaceAll(/\b(sk|key|gsk|xai)-[\w*.-]{4,}/g, '$1-…');
  return shorten(masked, shownCharacters);
}
