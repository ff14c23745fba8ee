/** What a spawned conversation inherits, and what its reply brings back. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { CarriedText } from '#shared/tools/permission.ts';
import { carriedText } from '#workers/engine/permissions/guarded-mode/carried-text.ts';
import { message, text } from '#tests/fixtures/worlds/messages.ts';
import { findTool } from './conversations.ts';

const spawned = (inherited: CarriedText) =>
  message('m', 'user', [{ type: 'note', note: { type: 'inherited', ...inherited } }, text('Go.')]);

it('names each source once, however often it was read', () => {
  const blob = asId<'blob'>('session_1/x');
  const file = { type: 'file', media_type: 'text/plain', name: 'a.txt', bytes: 1, blob } as const;
  expect(carriedText([message('m', 'user', [file, file])], findTool)).toEqual({
    sources: [{ type: 'attachment', name: 'a.txt' }],
    hasPrivate: true,
  });
});

it('goes down and comes back unchanged, over any number of levels', () => {
  const inherited: CarriedText = { sources: [{ type: 'page', host: 'evil.example' }], hasPrivate: true };
  const below = carriedText([spawned(inherited)], findTool);
  expect(below).toEqual(inherited);
  expect(carriedText([spawned(below)], findTool)).toEqual(inherited);
});

it('is nothing for a conversation of the user alone', () => {
  const nothing = { sources: [], hasPrivate: false };
  expect(carriedText([message('m', 'user', [text('Go.')])], findTool)).toEqual(nothing);
  expect(carriedText([spawned(nothing)], findTool)).toEqual(nothing);
});
