/** The line of a conversation: how far it goes, what may be spawned, and that a stop reaches all of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId, type SessionId } from '#shared/ids.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { descendantsOf } from '#workers/domains/sessions/descendants.ts';
import { ancestorsOf, checkSpawn, stopLine } from '#workers/domains/sessions/lineage.ts';

const id = (name: string | number) => asId<'session'>(String(name));
const row = (name: string | number, parent?: string | number): SessionInfo => ({
  ...{ id: id(name), title: '', agent: asId<'agent'>('a'), head: null, updated: 0 },
  ...(parent === undefined ? {} : { parent: id(parent) }),
});
const storeOf = (...rows: SessionInfo[]) => ({
  get: async (each: SessionId) => rows.find((one) => one.id === each),
  list: async () => rows,
});

describe('the ancestors of a conversation', () => {
  it('are its parent, the parent of that one, and so on', async () => {
    const store = storeOf(row('a'), row('b', 'a'), row('c', 'b'));
    expect(await ancestorsOf(row('d', 'c'), store)).toEqual(['c', 'b', 'a']);
  });

  it('end at a chat that was deleted', async () => {
    expect(await ancestorsOf(row('c', 'b'), storeOf(row('b', 'gone')))).toEqual(['b']);
    expect(await ancestorsOf(row('c', 'gone'), storeOf())).toEqual([]);
  });

  it('end where an imported line is a cycle, or too deep', async () => {
    expect(await ancestorsOf(row('a', 'b'), storeOf(row('a', 'b'), row('b', 'a')))).toEqual(['b']);
    const rows = Array.from({ length: 9 }, (_, at) => row(at, at + 1));
    expect(await ancestorsOf(row(0, 1), storeOf(...rows))).toEqual(['1', '2', '3']);
  });
});

describe('a conversation can be spawned', () => {
  const line = [row('a'), row('b', 'a'), row('c', 'b'), row('d', 'c')];

  it('up to three levels below the first', async () => {
    expect(await checkSpawn(id('new'), id('c'), storeOf(...line))).toBeUndefined();
    expect(await checkSpawn(id('new'), id('d'), storeOf(...line))).toContain('at most 3 levels deep');
  });

  it('not by one that does not exist, nor with an id that is taken', async () => {
    expect(await checkSpawn(id('new'), id('gone'), storeOf(...line))).toContain("no chat 'gone'");
    expect(await checkSpawn(id('b'), id('a'), storeOf(...line))).toContain("a chat 'b' already");
  });

  it('not with the id of a deleted ancestor, which would make it its own', async () => {
    const store = storeOf(row('b', 'a'), row('c', 'b'));
    expect(await checkSpawn(id('a'), id('c'), store)).toContain('its own ancestor');
  });
});

describe('a stop', () => {
  it('reaches every conversation of a random tree once, in all tabs, and no other', async () => {
    // Each is below an earlier one, or the root of a tree of its own.
    const forest = fc
      .array(fc.nat(), { minLength: 1, maxLength: 40 })
      .map((picks) => picks.map((pick, at) => (pick % (at + 1) === at ? row(at) : row(at, pick % (at + 1)))));
    await fc.assert(
      fc.asyncProperty(forest, fc.nat(), async (rows, pick) => {
        const top = id(pick % rows.length);
        const isBelow = (one: SessionInfo): boolean => {
          if (one.id === top) return true;
          const above = rows.find((each) => each.id === one.parent);
          return above !== undefined && isBelow(above);
        };
        const [stopped, told]: [SessionId[], SessionId[]] = [[], []];
        await stopLine(top, {
          runs: { stop: (each) => stopped.push(each) > 0 },
          bus: { stopElsewhere: (each) => void told.push(each) },
          sessions: storeOf(...rows),
        });
        const expected = rows.filter(isBelow).map((each) => each.id);
        expect(stopped.toSorted()).toEqual(expected.toSorted());
        expect(told).toEqual(stopped);
        expect(stopped[0]).toBe(top);
      }),
    );
  });

  it('ends although an imported line is a cycle', () => {
    expect(descendantsOf(id('a'), [row('a', 'b'), row('b', 'a')])).toEqual(['b']);
  });
});
