import type { SessionId } from '#shared/ids.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';

/** All conversations below one, however deep. */
export function descendantsOf(
  id: SessionId,
  all: readonly Pick<SessionInfo, 'id' | 'parent'>[],
): SessionId[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found = new Set([id]);
  // A set visits what is added during the loop.
  for (const each of found) for (const child of children.get(each) ?? []) found.add(child.id);
  found.delete(id);
  return [...found];
}
