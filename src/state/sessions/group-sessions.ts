/** Groups chats: the pinned ones, then the others by the day they were last used, in the calendar of the user. */
import type { SessionInfo } from '#shared/conversation/session.ts';

export type SessionGroup = { key: 'pinned' | 'today' | 'yesterday' | 'earlier'; sessions: SessionInfo[] };

export function groupSessions(sessions: readonly SessionInfo[], now: Date): SessionGroup[] {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  // Not minus 24 hours: days around a clock change are 23 or 25 hours long.
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime();
  const others = sessions.filter(({ pinned }) => !pinned);
  const groups: SessionGroup[] = [
    { key: 'pinned', sessions: sessions.filter(({ pinned }) => pinned) },
    { key: 'today', sessions: others.filter(({ updated }) => updated >= today) },
    { key: 'yesterday', sessions: others.filter(({ updated }) => updated >= yesterday && updated < today) },
    { key: 'earlier', sessions: others.filter(({ updated }) => updated < yesterday) },
  ];
  return groups.filter((group) => group.sessions.length > 0);
}
