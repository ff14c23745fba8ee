/** The key under which a service caches the prompts of a chat. */
import type { SessionId } from '#shared/ids.ts';
import { sha256 } from '#workers/text/sha256.ts';

/** A hash, so that the service learns no id of this browser, and two services get different ones. At most 64 characters. */
export async function cacheKey(session: SessionId, host: string): Promise<string> {
  return (await sha256(`${session} ${host}`)).slice(0, 32);
}
