/** A tree of messages shown as one branch: every message can be reached, and siblings are linked. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import { shownBranch } from '#workers/domains/sessions/branches.ts';
import { message, text } from '#tests/fixtures/worlds/messages.ts';

/** Any tree; a parent may be missing, as after a faulty migration. */
const trees = fc
  .array(fc.record({ parent: fc.integer({ min: -2, max: 30 }), at: fc.integer({ min: 0, max: 5 }) }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((nodes) =>
    nodes.map(({ parent, at }, index): Message => {
      const above = parent === -1 ? null : parent === -2 ? 'gone' : parent < index ? `m${parent}` : null;
      return message(`m${index}`, 'user', [text('x')], {
        parent: above === null ? null : asId<'message'>(above),
        at,
        order: index,
      });
    }),
  );

const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

describe('shownBranch', () => {
  it('runs through the message it is asked for, whichever that is, from a beginning to an end', () => {
    fc.assert(
      fc.property(trees, (all) => {
        for (const { id } of all) {
          const { messages } = shownBranch(all, id);
          expect(ids(messages)).toContain(id);
          messages.forEach((each, at) => {
            const above = messages[at - 1];
            if (above) expect(each.parent).toBe(above.id);
            else expect(ids(all)).not.toContain(each.parent);
          });
          expect(all.some(({ parent }) => parent === messages.at(-1)?.id)).toBe(false);
        }
      }),
    );
  });

  it('can be switched from any branch to any message through the named siblings', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (all, seed) => {
        const start = shownBranch(all, all[seed % all.length]!.id);
        const reached = new Set(ids(start.messages));
        const open = [start];
        for (let view = open.pop(); view; view = open.pop())
          for (const sibling of Object.values(view.branches).flat()) {
            if (reached.has(sibling)) continue;
            const next = shownBranch(all, sibling);
            ids(next.messages).forEach((id) => reached.add(id));
            open.push(next);
          }
        expect([...reached].sort()).toEqual(ids(all).sort());
      }),
    );
  });

  it('names the same siblings in the same order, whichever of them is shown', () => {
    fc.assert(
      fc.property(trees, (all) => {
        for (const { id } of all) {
          const { branches, messages } = shownBranch(all, id);
          expect(Object.keys(branches).every((shown) => ids(messages).some((each) => each === shown))).toBe(
            true,
          );
          for (const [shown, siblings] of Object.entries(branches)) {
            expect(siblings).toContain(shown);
            expect(siblings.length).toBeGreaterThan(1);
            for (const sibling of siblings)
              expect(shownBranch(all, sibling).branches[sibling]).toEqual(siblings);
          }
        }
      }),
    );
  });

  it('goes to the newest end, and to the newest of all where the message is unknown', () => {
    const all = [
      message('q', 'user', [], { at: 1 }),
      message('a', 'assistant', [], { parent: asId<'message'>('q'), at: 2 }),
      message('b', 'assistant', [], { parent: asId<'message'>('q'), at: 3 }),
    ];
    expect(ids(shownBranch(all, asId<'message'>('q')).messages)).toEqual(['q', 'b']);
    expect(ids(shownBranch(all, asId<'message'>('a')).messages)).toEqual(['q', 'a']);
    expect(ids(shownBranch(all, asId<'message'>('gone')).messages)).toEqual(['q', 'b']);
    expect(shownBranch([], null)).toEqual({ messages: [], branches: {} });
  });
});
