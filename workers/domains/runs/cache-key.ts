/** The key under which a service caches the prompts of a chat. */
import type { SessionId } from '#shared/ids.ts';

/** A hash, so that the service learns no id of this browser, and two services get different ones. At most 64 characters. */
export async function cacheKey(session: SessionId, host: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${session} ${host}`));
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
