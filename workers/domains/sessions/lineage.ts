/**
 * The line of a conversation: the one that spawned it, and so on. A stored line may end early, because a chat of it was
 * deleted, and an imported one may be a cycle.
 */
import type { SessionId } from '#shared/ids.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { descendantsOf } from './descendants.ts';
import type { SessionStore } from './store.ts';

/** How many conversations a line has above one that was spawned. */
const maxAncestors = 3;

/** The parent first. */
export async function ancestorsOf(
  { id, parent }: Pick<SessionInfo, 'id' | 'parent'>,
  sessions: Pick<SessionStore, 'get'>,
): Promise<SessionId[]> {
  const line: SessionId[] = [];
  let next = parent;
  while (next !== undefined && next !== id && !line.includes(next) && line.length < maxAncestors) {
    const above = await sessions.get(next);
    if (!above) break;
    line.push(next);
    next = above.parent;
  }
  return line;
}

/** Why `parent` cannot spawn the conversation `id`; undefined if it can. */
export async function checkSpawn(
  id: SessionId,
  parent: SessionId,
  sessions: Pick<SessionStore, 'get'>,
): Promise<string | undefined> {
  if (await sessions.get(id)) return `There is a chat '${id}' already. Start the new one with a new id.`;
  const above = await sessions.get(parent);
  if (!above) return `There is no chat '${parent}' that could start another one.`;
  const line = [parent, ...(await ancestorsOf(above, sessions))];
  // The id may be that of a deleted chat of the line.
  if (id === parent || line.includes(id) || (await namesAbove(line, id, sessions)))
    return `The chat '${id}' would be its own ancestor. Start the new one with a new id.`;
  return line.length > maxAncestors
    ? `Chats can start other chats at most ${maxAncestors} levels deep. Do the work in this chat instead.`
    : undefined;
}

async function namesAbove(
  line: readonly SessionId[],
  id: SessionId,
  sessions: Pick<SessionStore, 'get'>,
): Promise<boolean> {
  const rows = await Promise.all(line.map((each) => sessions.get(each)));
  return rows.some((row) => row?.parent === id);
}

export type StopNeeds = {
  runs: { stop(session: SessionId): boolean };
  bus: Pick<EventBus, 'stopElsewhere'>;
  sessions: Pick<SessionStore, 'list'>;
};

/**
 * Stops the runs and queued messages of a conversation and its descendants, in all tabs. Returns those of which this
 * tab runs none.
 */
export async function stopLine(id: SessionId, { runs, bus, sessions }: StopNeeds): Promise<SessionId[]> {
  const stop = (each: SessionId) => {
    const isOwn = runs.stop(each);
    // Another tab may hold messages that wait for the end of this run.
    bus.stopElsewhere(each);
    return isOwn ? [] : [each];
  };
  // First, because the descendants are known only once all sessions were read.
  const own = stop(id);
  return [...own, ...descendantsOf(id, await sessions.list()).flatMap(stop)];
}
