/** A conversation in a backup keeps what was told with its messages, its parent and what it inherited. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Json } from '#shared/json.ts';
import type { ToldNote } from '#shared/conversation/message.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import { readSession, sessionLines } from '#workers/domains/sessions/saved-session.ts';
import { message, session, text } from '#tests/fixtures/worlds/messages.ts';

const sources: OutsideSource[] = [
  { type: 'page', host: 'a.example' },
  { type: 'server', name: 'notes' },
  { type: 'file', path: 'a.txt' },
  { type: 'attachment', name: 'b.txt' },
  ...(['clipboard', 'contacts', 'history'] as const).map((type) => ({ type })),
];

const told: ToldNote = {
  ...{ type: 'told', by: 'files', at: 'start', intro: 'Files:' },
  lines: [
    { id: 'a', text: 'a.md', version: '1' },
    { id: 'b', text: 'b.md is gone', isGone: true },
  ],
};

async function roundTrip(change: Partial<SessionInfo>) {
  const info = { id: session, title: 'T', agent: asId<'agent'>('a'), head: null, updated: 1, ...change };
  const first = message('m', 'user', [
    { type: 'note', note: { type: 'inherited', sources, hasPrivate: true } },
    text('Go.'),
    { type: 'note', note: told },
  ]);
  const saved = { session: info, runs: [], messages: [first] };
  async function* lines(): AsyncGenerator<Json> {
    for (const line of sessionLines(saved)) yield JSON.parse(line) as Json;
  }
  return { saved, read: await readSession('sessions/00001.jsonl', lines()) };
}

it('is read as it was written, also if its parent is not in the backup', async () => {
  const { saved, read } = await roundTrip({ parent: asId<'session'>('another') });
  expect(read).toEqual(saved);
});

it('is refused if it is its own parent, or names none', async () => {
  await expect(roundTrip({ parent: session })).rejects.toThrow();
  await expect(roundTrip({ parent: asId<'session'>('../x') })).rejects.toThrow();
});
