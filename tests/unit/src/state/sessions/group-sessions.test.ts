/** Chats are grouped by calendar days, not by intervals of 24 hours. */
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { groupSessions } from '#src/state/sessions/group-sessions.ts';

function sessionAt(updated: Date): SessionInfo {
  const id = asId<'session'>(updated.toISOString());
  return { id, title: 'x', agent: defaultAgent.id, head: null, updated: updated.getTime() };
}

describe('groupSessions', () => {
  const now = new Date(2026, 2, 10, 0, 30);

  it('puts half past midnight and five to midnight in different groups', () => {
    const groups = groupSessions(
      [
        sessionAt(new Date(2026, 2, 10, 0, 5)),
        sessionAt(new Date(2026, 2, 9, 23, 55)),
        sessionAt(new Date(2026, 2, 8)),
      ],
      now,
    );
    expect(groups.map(({ key, sessions }) => [key, sessions.length])).toEqual([
      ['today', 1],
      ['yesterday', 1],
      ['earlier', 1],
    ]);
  });

  it('leaves out empty groups', () => expect(groupSessions([], now)).toEqual([]));

  it('keeps the order of the list', () => {
    const sessions = [sessionAt(new Date(2026, 2, 10, 0, 20)), sessionAt(new Date(2026, 2, 10, 0, 10))];
    expect(groupSessions(sessions, now)[0]?.sessions).toEqual(sessions);
  });
});
