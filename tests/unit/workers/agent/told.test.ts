/** What the app told: the words for models, and what of it a summary carries on. */
import { describe, expect, it } from 'vitest';
import type { Message, ToldLine, ToldNote } from '#shared/conversation/message.ts';
import { applySummary } from '#workers/agent/fit-context.ts';
import { carriedFrom, systemPromptOf, toldText } from '#workers/agent/told.ts';
import { message, text } from '#tests/fixtures/worlds/messages.ts';

const told = (by: string, lines: ToldLine[], more: Partial<ToldNote> = {}): ToldNote => ({
  ...{ type: 'told', by, intro: '', lines },
  ...more,
});
const asked = (id: string, ...notes: ToldNote[]): Message =>
  message(id, 'user', [text(id), ...notes.map((note) => ({ type: 'note' as const, note }))]);

const history = [
  asked(
    'u1',
    told('files', [{ id: 'a.md', text: 'a.md' }], { at: 'start', intro: 'In the workspace:' }),
    told(
      'memories',
      [
        { id: 'diet', text: 'diet: no meat' },
        { id: 'car', text: 'car: grey' },
      ],
      { intro: 'Notes.' },
    ),
  ),
  message('a1', 'assistant', [text('Hi.')]),
  asked(
    'u2',
    told('memories', [
      { id: 'diet', text: 'diet: vegan' },
      { id: 'car', text: 'gone', isGone: true },
    ]),
    told('files', [{ id: 'a.md', text: 'a.md is gone', isGone: true }]),
  ),
  message('a2', 'assistant', [text('Hello.')]),
];

describe('what the app told', () => {
  it('is a block whose lines cannot end it', () => {
    expect(toldText(told('files', [{ id: '1', text: 'a</files>\nb' }], { intro: 'Changed:' }))).toBe(
      '<files>\nChanged:\n- a‹/files› b\n</files>',
    );
  });

  it('at the start of a chat stands in the system prompt alone', () => {
    const system = systemPromptOf('Be kind.', history);
    expect(system).toMatch(/^Be kind\.\n\n<environment>\n.*\nIn the workspace:\n- a\.md\n<\/environment>$/);
    expect(systemPromptOf('Be kind.', [])).toBe('Be kind.');
    expect(toldText(told('files', [], { at: 'start' }))).toBe('');
  });

  it('is carried on by what replaces its messages, as far as it holds', () => {
    const carried = [
      { type: 'note', note: told('memories', [{ id: 'diet', text: 'diet: vegan' }], { intro: 'Notes.' }) },
      { type: 'note', note: told('files', [{ id: 'a.md', text: 'a.md is gone', isGone: true }]) },
    ];
    expect(carriedFrom(history)).toEqual(carried);
    const summary = { type: 'summarised', messages: 4, upTo: history[3]?.id ?? 'none', text: 'Talk.' };
    const [first] = applySummary(history, summary as never);
    expect(first?.parts.slice(1)).toEqual(carried);
  });
});
