/** Exporting a session: the shown branch as Markdown, everything as JSON. */
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { Message, ToldNote } from '#shared/conversation/message.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { exportSession } from '#workers/domains/sessions/export-session.ts';
import { call, message, result, session, text } from '#tests/fixtures/worlds/messages.ts';

const info: SessionInfo = {
  id: session,
  title: 'Trip',
  agent: defaultAgent.id,
  head: asId<'message'>('m3'),
  updated: Date.UTC(2026, 10, 22),
};
const told: ToldNote = {
  ...{ type: 'told', by: 'memories', intro: '' },
  lines: [{ id: 'diet', text: 'diet: no meat' }],
};
const author = { provider: 'Local', model: 'x' };
const messages: Message[] = [
  message('m1', 'user', [text('Read it'), { type: 'note', note: told }], { order: 1 }),
  message(
    'm2',
    'assistant',
    [call('c', { name: 'read_file', arguments: { path: 'a.txt' } }), result('c', 'a ```` b')],
    {
      ...{ parent: asId<'message'>('m1'), order: 2, at: 1, author },
    },
  ),
  message('m3', 'assistant', [text('It says '), text('this.')], {
    ...{ parent: asId<'message'>('m2'), order: 3, at: 2, author },
  }),
  message('other', 'assistant', [text('Another answer')], {
    ...{ parent: asId<'message'>('m1'), order: 2, at: 0, author },
  }),
];
const store = {
  get: async (id: string) => (id === session ? info : undefined),
  messages: async () => messages,
};

describe('exportSession', () => {
  it('writes the shown branch, calls with their results, as Markdown', async () => {
    const answer = await exportSession(session, 'markdown', store);
    expect(answer.ok && answer.value).toBe(`# Trip

2026-11-22

## You

Read it

**Told to the model** (memories)

\`\`\`
- diet: no meat
\`\`\`

## Local (x)

**read_file** (success)

\`\`\`json
{
  "path": "a.txt"
}
\`\`\`

\`\`\`\`\`
a \`\`\`\` b
\`\`\`\`\`

It says this.
`);
  });

  it('writes every branch as JSON', async () => {
    const answer = await exportSession(session, 'json', store);
    expect(JSON.parse(answer.ok ? answer.value : '')).toEqual({
      format: 'oneclaw-session',
      version: 1,
      session: info,
      messages,
    });
  });

  it('says which session is not there', async () => {
    const answer = await exportSession(asId<'session'>('gone'), 'json', store);
    expect(answer).toMatchObject({ ok: false, error: { message: "There is no session 'gone'." } });
  });
});
