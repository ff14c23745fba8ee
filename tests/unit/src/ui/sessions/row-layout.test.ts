/**
 * The rows of the list of chats: their positions, which are rendered, and how far they move after a change.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { SessionGroup } from '#src/state/sessions/group-sessions.ts';
import { layOutRows, rowsInRange, medianShift } from '#src/ui/sessions/row-layout.ts';

const sizes = { row: 40, heading: 30 };
const nameOf = (key: string, at: number) => asId<'session'>(`${key}${at}`);

function group(key: SessionGroup['key'], count: number): SessionGroup {
  const sessions = Array.from({ length: count }, (_, at) => ({
    ...{ id: nameOf(key, at), title: 'x', agent: defaultAgent.id, head: null, updated: -at },
  }));
  return { key, sessions };
}

const tops = (places: ReturnType<typeof layOutRows>) => places.map(({ session, top }) => [session.id, top]);

describe('layOutRows', () => {
  it('puts each group below the one before, under its heading', () => {
    expect(tops(layOutRows([group('pinned', 1), group('earlier', 2)], sizes))).toEqual([
      ['pinned0', 30],
      ['earlier0', 100],
      ['earlier1', 140],
    ]);
  });
});

describe('rowsInRange', () => {
  const places = layOutRows([group('today', 3), group('earlier', 1_000)], sizes);
  const drawn = (from: number, to: number, focused: string | null = null) =>
    rowsInRange(places, { from, to }, sizes.row, focused === null ? null : asId<'session'>(focused)).map(
      ({ session }) => session.id,
    );

  it('renders rows that are partly visible', () => {
    expect(drawn(69, 111)).toEqual(['today0', 'today1', 'today2']);
    expect(drawn(70, 110)).toEqual(['today1']);
  });

  it('keeps the focused row and its neighbours, in their order, also across groups', () => {
    expect(drawn(4_000, 4_001, 'today2')).toEqual(['today1', 'today2', 'earlier0', 'earlier95']);
    expect(drawn(0, 1, 'earlier999')).toEqual(['earlier998', 'earlier999']);
    expect(drawn(0, 1, 'gone')).toEqual([]);
  });

  it('renders no more rows than fit, at any scroll position', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -500, max: 50_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        (from, height) => {
          expect(drawn(from, from + height).length).toBeLessThanOrEqual(Math.ceil(height / sizes.row) + 1);
        },
      ),
    );
  });
});

describe('medianShift', () => {
  const before = layOutRows([group('earlier', 20)], sizes);
  const visible = before.slice(5, 10);

  it('follows the rows that were visible', () => {
    const now = layOutRows([group('today', 2), group('earlier', 20)], sizes);
    expect(medianShift(visible, now)).toBe(110);
  });

  it('does not follow the one that was used', () => {
    const { sessions } = group('earlier', 20);
    const moved = [...sessions.slice(6, 7), ...sessions.slice(0, 6), ...sessions.slice(7)];
    expect(medianShift(visible, layOutRows([{ key: 'earlier', sessions: moved }], sizes))).toBe(0);
  });

  it('is 0 if nothing was visible, or all visible rows are gone', () => {
    expect(medianShift([], before)).toBe(0);
    expect(medianShift(visible, [])).toBe(0);
  });
});
