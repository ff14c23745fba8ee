/** Repairs the answers of a sign-in before the library reads them. */
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { parseObject, withoutNull } from '../connection/repair/repair-fields.ts';

/** Without fields that are null: the library refuses the whole answer for one of them. */
export function dropNull(fetch: ConnectionFetch): ConnectionFetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const text = await response.text();
    const answer = parseObject(text);
    const { status, headers } = response;
    return new Response(answer ? JSON.stringify(withoutNull(answer)) : text, { status, headers });
  };
}
