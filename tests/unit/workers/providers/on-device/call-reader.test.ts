/** Calls in streamed text: in every notation of small models, cut anywhere, and never shown as text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallReader, type ReplyPart } from '#workers/providers/on-device/call-reader.ts';

const tools = new Set(['read_file', 'write_file', 'noop']);

function read(pieces: readonly string[]): ReplyPart[] {
  const reader = createCallReader(tools);
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

/** The smallest pieces in which text can arrive. */
function lettersOf(text: string): string[] {
  return Array.from(text);
}

/** Joins adjacent texts, because it does not matter where they were cut. */
function joined(parts: readonly ReplyPart[]): ReplyPart[] {
  const all: ReplyPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.type !== 'call' && last?.type === part.type)
      all[all.length - 1] = { type: part.type, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}

const call = (name: string, values: object | string = {}) => ({ type: 'call', name, arguments: values });
const text = (words: string) => ({ type: 'text', text: words });

describe('createCallReader', () => {
  const readA = call('read_file', { path: 'a' });
  it.each<[habit: string, reply: string, parts: object[]]>([
    ['tags', '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>', [readA]],
    ['tags without an end', '<tool_call>{"name":"read_file","arguments":{"path":"a"}}', [readA]],
    [
      'two blocks',
      '<tool_call>{"name":"read_file","arguments":{"path":"a"}}</tool_call>\n<tool_call>{"name":"noop"}</tool_call>',
      [readA, call('noop')],
    ],
    [
      'two in one block',
      '<tool_call>\n{"name":"noop"}\n{"name":"read_file","arguments":{"path":"a"}}\n</tool_call>',
      [call('noop'), readA],
    ],
    ['a list', '[TOOL_CALLS] [{"name": "read_file", "arguments": {"path": "a"}}]', [readA]],
    ['a code block', '```json\n{"tool": "read_file", "parameters": {"path": "a"}}\n```', [readA]],
    ['bare JSON', '{"name": "read_file", "arguments": {"path": "a"}}', [readA]],
    [
      'words before bare JSON',
      'Let me look.\n{"name": "read_file", "arguments": {"path": "a"}}',
      [text('Let me look.'), readA],
    ],
    [
      'the wire of OpenAI',
      '{"type": "function", "function": {"name": "read_file", "arguments": "{\\"path\\": \\"a\\"}"}}',
      [readA],
    ],
    ['commas too many', '<tool_call>{"name":"read_file","arguments":{"path":"a",},}</tool_call>', [readA]],
    [
      'words of Python',
      '<tool_call>{"name":"noop","arguments":{"deep":True,"of":None}}</tool_call>',
      [call('noop', { deep: true, of: null })],
    ],
    [
      'line breaks in strings',
      '<tool_call>{"name":"write_file","arguments":{"content":"one\ntwo"}}</tool_call>',
      [call('write_file', { content: 'one\ntwo' })],
    ],
    [
      'a thought first',
      '<think>\nWhat now?\n</think>\n\n<tool_call>{"name":"noop"}</tool_call>',
      [{ type: 'reasoning', text: '\nWhat now?\n' }, call('noop')],
    ],
    ['an end of a thought alone', 'So.</think>Hello', [text('So.Hello')]],
    [
      'a tool that does not exist, in tags',
      '<tool_call>{"name":"fly","arguments":{}}</tool_call>',
      [call('fly')],
    ],
    [
      'a made-up result',
      '<tool_call>{"name":"noop"}</tool_call>\n<tool_response>done</tool_response> It is done.',
      [call('noop')],
    ],
  ])('reads %s', (_, reply, parts) => {
    expect(joined(read([reply]))).toEqual(parts);
    expect(joined(read(lettersOf(reply)))).toEqual(parts);
  });

  it.each<[what: string, reply: string]>([
    ['JSON that names no tool', '{"name": "oneclaw", "version": "1.0.0"}'],
    ['a code block with such JSON', 'Here:\n```json\n{"name": "oneclaw", "version": 1}\n```\nThat is all.'],
    ['code that shows a call', '```js\nconst call = `<tool_call>{"name": "noop"}</tool_call>`;\n```\nDone.'],
    ['a brace in a line', 'Use {"name": "noop"} to do nothing.'],
    ['angle brackets', 'if a < b and b > c then <b>bold</b>'],
    ['an unfinished code block', '```\nhalf'],
    ['brackets', '[1, 2, 3] and [TOOL]'],
  ])('leaves %s as it is', (_, reply) => {
    expect(joined(read([reply]))).toEqual([text(reply)]);
    expect(joined(read(lettersOf(reply)))).toEqual([text(reply)]);
  });

  it('does not run a call that was cut off, and keeps its name', () => {
    const [part] = read(['<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "hal']);
    expect(part).toMatchObject({ type: 'call', name: 'write_file' });
    expect(part?.type === 'call' && typeof part.arguments).toBe('string');
  });

  it('keeps of a call nested beyond reason its name alone', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const [part] = read([`<tool_call>{"name": "noop", "arguments": ${deep}}</tool_call>`]);
    expect(part).toMatchObject({ type: 'call', name: 'noop', arguments: expect.any(String) as string });
  });

  it('shows the words that come before a call at once, and blanks before it never', () => {
    const reader = createCallReader(tools);
    expect(reader.push('Let me see.\n\n')).toEqual([text('Let me see.')]);
    expect(reader.push('<tool_')).toEqual([]);
    expect(reader.push('call>{"name"')).toEqual([]);
  });

  it('says when the model goes on with made-up results', () => {
    const reader = createCallReader(tools);
    reader.push('<tool_call>{"name":"noop"}</tool_call>\n<tool_resp');
    expect(reader.isOver()).toBe(false);
    reader.push('onse>');
    expect(reader.isOver()).toBe(true);
  });
});

const fragments = fc.constantFrom(
  ...[
    '<tool_call>',
    '</tool_call>',
    '<think>',
    '</think>',
    '<tool_response>',
    '[TOOL_CALLS]',
    '```',
    '```json\n',
  ],
  ...[
    '{"name": "noop"}',
    '{"name":"read_file","arguments":{"path":"a"}}',
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    '\n',
    ' ',
  ],
  ...['<', '`', 'words ', '世界', '{"name": "', '😀'],
);
const hostile = fc
  .array(fc.oneof(fragments, fc.string({ maxLength: 5 })), { maxLength: 25 })
  .map((all) => all.join(''));

/** A text, and positions at which it is cut. */
const cut = hostile.chain((reply) =>
  fc
    .array(fc.nat(Math.max(1, reply.length)), { maxLength: 8 })
    .map((places) => [0, ...places.toSorted((a, b) => a - b), reply.length])
    .map((places) => ({ reply, pieces: places.slice(1).map((to, at) => reply.slice(places[at], to)) })),
);

describe('whatever a model writes', () => {
  it('reads the same however it is cut', () => {
    fc.assert(
      fc.property(cut, ({ reply, pieces }) => {
        expect(joined(read(pieces))).toEqual(joined(read([reply])));
      }),
      { numRuns: 3_000 },
    );
  });

  it('loses no plain words', () => {
    const plain = fc.string({ maxLength: 60 }).filter((words) => !/[<`[{]/.test(words));
    fc.assert(
      fc.property(plain, (words) => {
        expect(joined(read(lettersOf(words)))).toEqual(words.trim() ? [text(words.trim())] : []);
      }),
    );
  });

  it('never shows a piece of a call in tags', () => {
    const values = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 4 });
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }).filter((words) => !/[<`[{]/.test(words)),
        values,
        (words, given) => {
          const own = JSON.parse(JSON.stringify(given)) as object;
          const reply = `${words}\n<tool_call>\n${JSON.stringify({ name: 'noop', arguments: own })}\n</tool_call>`;
          if (/<\/?tool_|<think|```/.test(JSON.stringify(own))) return;
          const parts = joined(read(lettersOf(reply)));
          expect(parts.at(-1)).toEqual(call('noop', own));
          expect(parts.slice(0, -1)).toEqual(words.trim() ? [text(words.trim())] : []);
        },
      ),
    );
  });
});
