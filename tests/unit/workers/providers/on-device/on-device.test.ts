/**
 * The provider of on-device models: its prompts, its events, and how little of the context window tools use.
 */
import { describe, expect, it } from 'vitest';
import type { DeviceEvent, DevicePrompt } from '#shared/models/device-model.ts';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { deviceTraits } from '#shared/models/provider.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { onDeviceProvider } from '#workers/providers/on-device/on-device.ts';
import { toolPrompt } from '#workers/providers/on-device/tool-prompt.ts';
import { toTurns } from '#workers/providers/on-device/turns.ts';
import type { ModelEvent, OnDeviceModels, ProviderDeps } from '#workers/contracts/provider.ts';
import { collect } from '#tests/fixtures/worlds/collect.ts';

let order = 0;
function message(role: Message['role'], ...parts: Part[]): Message {
  return {
    id: asId<'message'>(`m${++order}`),
    session: asId<'session'>('s'),
    parent: null,
    order,
    run: asId<'run'>('r'),
    role,
    parts,
    at: 0,
  };
}
const words = (text: string): Part => ({ type: 'text', text });
const call = (id: string, name: string): Part => ({
  type: 'call',
  id: asId<'call'>(id),
  name,
  arguments: { path: id },
  status: 'success',
});
const result = (id: string, text: string): Part => ({
  type: 'result',
  call: asId<'call'>(id),
  result: { status: 'success', result: text },
  duration_ms: 1,
});

type Asked = { prompt?: DevicePrompt; file?: string; left?: boolean };

function portsWith(events: readonly DeviceEvent[], asked: Asked = {}): ProviderDeps {
  async function* say(): AsyncGenerator<DeviceEvent> {
    try {
      yield* events;
    } finally {
      asked.left = true;
    }
  }
  const onDevice: OnDeviceModels = {
    builtIn: {
      state: async () => 'downloadable',
      write: (prompt) => {
        asked.prompt = prompt;
        return say();
      },
    },
    files: {
      list: async () => [{ name: 'a.gguf', bytes: 1 }],
      write: ({ file }, prompt) => {
        Object.assign(asked, { file, prompt });
        return say();
      },
    },
  };
  const network = { fetch, wait: async () => undefined, random: () => 0, online: () => true };
  return { ...network, pageProtocol: 'https:', onDevice };
}

const target = (model: string) => ({ baseUrl: '', apiKey: '', model, traits: deviceTraits });

async function reply(
  events: readonly DeviceEvent[],
  asked: Asked = {},
  model = 'built-in',
): Promise<ModelEvent[]> {
  const request = {
    system: 'Be brief.',
    messages: [message('user', words('Read a.txt'))],
    tools: definitions,
    media: new Map(),
  };
  const signal = new AbortController().signal;
  return collect(onDeviceProvider.stream(request, target(model), portsWith(events, asked), signal));
}

describe('onDeviceProvider', () => {
  it('turns what a model writes into text and calls', async () => {
    const events = await reply([
      { type: 'text', text: 'I look. <tool_c' },
      { type: 'text', text: 'all>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>' },
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 4 } },
      { type: 'stop', reason: 'end' },
    ]);
    expect(events).toEqual([
      { type: 'text-delta', text: 'I look.' },
      { type: 'call', id: '', name: 'read_file', arguments: { path: 'a.txt' } },
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 4 } },
      { type: 'stop', reason: 'tool_calls' },
    ]);
  });

  it('leaves a model that invents the result of its call', async () => {
    const asked: Asked = {};
    const events = await reply(
      [
        { type: 'text', text: '<tool_call>{"name": "noop"}</tool_call>\n<tool_response>All is well.' },
        { type: 'text', text: 'And so on.' },
      ],
      asked,
    );
    expect(events.map(({ type }) => type)).toEqual(['call', 'stop']);
    expect(asked.left).toBe(true);
  });

  it('says that the longest reply was reached, and passes errors on', async () => {
    expect(
      (
        await reply([
          { type: 'text', text: 'half' },
          { type: 'stop', reason: 'length' },
        ])
      ).at(-1),
    ).toEqual({
      type: 'stop',
      reason: 'max_tokens',
    });
    const error = { type: 'error', error: { type: 'no_memory', model: 'a' } } as const;
    expect(await reply([error])).toEqual([error]);
  });

  it('asks the file that the model names, else the browser', async () => {
    const asked: Asked = {};
    await reply([{ type: 'stop', reason: 'end' }], asked, 'gguf:a.gguf');
    expect(asked.file).toBe('a.gguf');
    expect(asked.prompt?.turns[0]?.text).toContain('read_file(path: string');
    expect(asked.prompt?.turns.at(-1)).toEqual({ role: 'user', text: 'Read a.txt' });
  });

  it('lists what is there', async () => {
    const listed = await onDeviceProvider.models(target(''), portsWith([]), new AbortController().signal);
    expect(listed).toEqual({ ok: true, models: ['built-in', 'gguf:a.gguf'] });
  });
});

describe('toTurns', () => {
  it('gives results back as the user, in the order of the calls', () => {
    const turns = toTurns('', [
      message('user', words('Read both')),
      message(
        'assistant',
        words('Yes.'),
        call('a', 'read_file'),
        call('b', 'read_file'),
        result('b', 'B'),
        result('a', 'A'),
      ),
    ]);
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(turns[1]?.text).toMatch(/^Yes\.\n<tool_call>\n\{"name":"read_file","arguments":\{"path":"a"\}\}/);
    expect(turns[2]?.text).toMatch(/read_file: A[^]*read_file: B/);
  });

  it('never has two turns of one role side by side, because templates refuse that', () => {
    const turns = toTurns('S', [
      message('user', words('One')),
      message('user', words('Two')),
      message('assistant', call('a', 'noop'), result('a', 'A')),
      message('assistant', words('Done.')),
      message('user', words('Three')),
    ]);
    expect(turns.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(turns[1]?.text).toBe('One\n\nTwo');
  });
});

describe('toolPrompt', () => {
  it('keeps all tools, in fewer words, while they fit', () => {
    const whole = toolPrompt(definitions, 10_000, '') ?? '';
    const short = toolPrompt(definitions, 1_500, '') ?? '';
    for (const { name } of definitions) expect(whole).toContain(`- ${name}(`);
    expect(short.length).toBeLessThanOrEqual(1_500 * 3.6);
    expect(short.length).toBeLessThan(whole.length + 1);
  });

  it('keeps those the conversation is about when not all fit', () => {
    const prompt = toolPrompt(definitions, 260, 'Please send a notification') ?? '';
    expect(prompt).toContain('- send_notification(');
    expect(prompt.length).toBeLessThanOrEqual(260 * 3.6);
    expect(definitions.some(({ name }) => !prompt.includes(`- ${name}(`))).toBe(true);
  });

  it('says nothing where there is nothing to say', () => {
    expect(toolPrompt([], 1_000, '')).toBeUndefined();
    expect(toolPrompt(definitions, 10, '')).toBeUndefined();
  });
});
