/** Passes the answer of an authorization server to the tool server whose sign-in it belongs to. */
import type { ServerId } from '#shared/ids.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { fail } from '#workers/mcp/errors/failure.ts';
import type { Servers } from '#workers/mcp/server-list.ts';

/** `address`: the redirect address that the browser was sent to, with the answer in its query. */
export async function finishSignIn(address: string, servers: Servers): Promise<ServerId> {
  const answer = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
  const state = answer.get('state') ?? '';
  // Another tab may have added the server, or this one was opened for the answer alone.
  await servers.reload();
  let isLocked = false;
  for (const { record, server, signIn } of servers.all()) {
    const found = state === '' ? 'other' : await signIn.isFor(state);
    if (found === 'locked') isLocked = true;
    if (found !== 'own') continue;
    await signIn.finish(answer, AbortSignal.timeout(mcpLimits.answerMs));
    // A server that was switched off meanwhile stays off.
    if (servers.get(record.id)?.record.enabled) {
      server.reset();
      server.connection.wake();
    }
    return record.id;
  }
  throw fail(isLocked ? 'locked' : 'unknown_sign_in');
}
