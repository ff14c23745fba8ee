/** The conversations below one. Apart from the rest of the line, because the first screen loads it. */
import type { SessionId } from '#shared/ids.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';

/** All conversations below one, however deep. */
export function descendantsOf(
  id: SessionId,
  all: readonly Pick<SessionInfo, 'id' | 'parent'>[],
): SessionId[] {
  // Without `Map.groupBy`, which needs Node 21: the tests run on Node 20, too.
  const children = new Map<SessionId, SessionId[]>();
  for (const { id: child, parent } of all) {
    if (parent === undefined) continue;
    const siblings = children.get(parent) ?? [];
    siblings.push(child);
    children.set(parent, siblings);
  }
  const found = new Set([id]);
  // A set visits what is added during the loop.
  for (const each of found) for (const child of children.get(each) ?? []) found.add(child);
  found.delete(id);
  return [...found];
}
