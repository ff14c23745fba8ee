/**
 * The positions of the rows in the grouped list of chats; all rows have the same height, and so have all
 * headings.
 */
import type { SessionId } from '#shared/ids.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { SessionGroup } from '#src/state/sessions/group-sessions.ts';

/** In pixels. */
export type RowSizes = { row: number; heading: number };

export type RowPosition = {
  session: SessionInfo;
  group: SessionGroup['key'];
  /** Its index in the group. */
  at: number;
  /** From the top of the whole list to the row, in pixels. */
  top: number;
};

export function layOutRows(groups: readonly SessionGroup[], { row, heading }: RowSizes): RowPosition[] {
  let top = 0;
  return groups.flatMap(({ key, sessions }) => {
    top += heading;
    const start = top;
    top += sessions.length * row;
    return sessions.map((session, at) => ({ session, group: key, at, top: start + at * row }));
  });
}

/**
 * The rows between two heights, and the focused row with its neighbours, so that Tab continues from there.
 */
export function rowsInRange(
  places: readonly RowPosition[],
  { from, to }: { from: number; to: number },
  row: number,
  focused: SessionId | null,
): RowPosition[] {
  const focus = focused === null ? -1 : places.findIndex(({ session }) => session.id === focused);
  return places.filter(
    ({ top }, index) => (top + row > from && top < to) || (focus >= 0 && Math.abs(index - focus) <= 1),
  );
}

/**
 * How far the visible rows have moved, in pixels. The median, because a chat that is used moves to the top on
 * its own.
 */
export function medianShift(visible: readonly RowPosition[], now: readonly RowPosition[]): number {
  const tops = new Map(now.map(({ session, top }) => [session.id, top]));
  const shifts = visible
    .flatMap(({ session, top }) => (tops.has(session.id) ? [(tops.get(session.id) ?? top) - top] : []))
    .toSorted((one, other) => one - other);
  return shifts[Math.floor(shifts.length / 2)] ?? 0;
}
