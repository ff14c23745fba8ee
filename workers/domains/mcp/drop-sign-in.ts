/**
 * Ends the sign-in to a tool server that is removed or gets another address: revokes its tokens, or tells the
 * user that this failed.
 */
import type { RevocationProblem } from '#shared/api/engine-event.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Revocation } from '#workers/mcp/sign-in/sign-in.ts';
import type { ServerRecord } from '#workers/mcp/stored-server.ts';
import type { Mcp } from './open-mcp.ts';

type DropDeps = { bus: Pick<EventBus, 'post'>; servers: Mcp['servers'] };

const problems: Partial<Record<Revocation, RevocationProblem>> = {
  failed: 'revocation_failed',
  locked: 'revocation_locked',
  not_offered: 'revocation_not_offered',
};

/** `drop` deletes the stored tokens or the whole server. Does not wait for the answer to the revocation. */
export async function dropSignIn<T>(
  { id, name, title }: ServerRecord,
  drop: () => Promise<T>,
  { bus, servers }: DropDeps,
): Promise<T> {
  // Another tab may have added the server.
  if (!servers.get(id)) await servers.reload();
  const handle = servers.get(id);
  if (!handle) return drop();
  const { value, revocation } = await handle.signIn.leave(drop);
  void revocation.then((result) => {
    const notice = problems[result];
    if (notice) bus.post({ type: 'notice', notice, name: title || name });
  });
  return value;
}
