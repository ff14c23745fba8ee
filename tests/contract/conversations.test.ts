/**
 * Conversations against servers that validate requests: echoes, results, images, and a change of provider.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { unknownTraits } from '#shared/models/provider.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { loadProvider } from '#workers/providers/index.ts';
import type { ModelEvent, ProviderDeps } from '#workers/contracts/provider.ts';
import {
  startAnthropicServer,
  type AnthropicServer,
} from '#tests/fixtures/model-servers/anthropic-server.ts';
import { startGeminiServer, type GeminiServer } from '#tests/fixtures/model-servers/gemini-server.ts';
import { foldModelEvents, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

type Format = 'anthropic' | 'gemini';
const formats: Format[] = ['anthropic', 'gemini'];
const deps: ProviderDeps = {
  fetch: (...input) => fetch(...input),
  wait: () => Promise.resolve(),
  random: () => 0,
  online: () => true,
  pageProtocol: 'http:',
};
const picture = asId<'blob'>('sha256-of-a-picture');
const png = 'iVBORw0KGgo=';
const image = { type: 'image', media_type: 'image/png', blob: picture, bytes: 8, name: 'a.png' } as const;
const models = { anthropic: 'claude-test', gemini: 'gemini-test' };

let servers: { anthropic: AnthropicServer; gemini: GeminiServer };
beforeAll(async () => {
  servers = { anthropic: await startAnthropicServer(), gemini: await startGeminiServer() };
});
afterAll(async () => {
  await servers.anthropic.close();
  await servers.gemini.close();
});

async function ask(
  format: Format,
  messages: Message[],
  { model = models[format], withTools = true } = {},
): Promise<ModelEvent[]> {
  const traits = { ...unknownTraits, reasoning: true, images: true };
  const target = { baseUrl: servers[format].url, apiKey: 'key', model, traits };
  const media = new Map([[picture, png]]);
  const request = { system: 'be brief', messages, tools: withTools ? definitions : [], media };
  const events: ModelEvent[] = [];
  const { signal } = new AbortController();
  const provider = await loadProvider(format);
  for await (const event of provider.stream(request, target, deps, signal)) events.push(event);
  expect(events.filter(({ type }) => type === 'error' || type === 'retry')).toEqual([]);
  return events;
}

function assistant(parts: Part[]): Message {
  return { ...userMessage(''), id: asId<'message'>('a'), order: 2, role: 'assistant', parts };
}

/** The step as the loop stores it: the reply, and a result for each of its calls. */
function step(events: ModelEvent[], format: Format, result: ToolResult): Message {
  const { parts } = foldModelEvents(events, format);
  const results = parts.flatMap((part): Part[] =>
    part.type === 'call' ? [{ type: 'result', call: part.id, result, duration_ms: 1 }] : [],
  );
  return assistant([...parts, ...results]);
}

const done: ToolResult = { status: 'success', result: 'done' };

function sent(format: Format): string {
  return JSON.stringify(servers[format].requests.at(-1)?.body);
}

describe.each(formats)('a conversation over %s', (format) => {
  it('goes through a chain of three steps with reasoning, which is sent back unchanged', async () => {
    const messages = [userMessage('go')];
    for (let n = 0; n < 3; n++) {
      const calls = [
        { id: `c${n}`, name: 'read_file', arguments: { path: `${n}` } },
        { id: `d${n}`, name: 'noop', arguments: {} },
      ];
      servers[format].enqueue({ reasoning: `thought ${n}`, text: `text ${n}`, calls });
      messages.push(step(await ask(format, messages), format, done));
    }
    await ask(format, messages);
    for (let n = 0; n < 3; n++) expect(sent(format)).toContain(`text ${n}`);
    const body = sent(format);
    const kinds = { anthropic: /signed-by-test-/g, gemini: /"thoughtSignature":"(?!skip)/g };
    expect(body.match(kinds[format])).toHaveLength(3);
    if (format === 'anthropic') expect(body.match(/"redacted_thinking"/g)).toHaveLength(3);
    if (format === 'gemini') expect(body).not.toContain('thought 0');
  });

  it('continues a turn that another format began', async () => {
    const other: Format = format === 'anthropic' ? 'gemini' : 'anthropic';
    servers[other].enqueue({
      reasoning: 'foreign thought',
      text: 'Let me see.',
      calls: [{ id: 'x.1:y', name: 'noop', arguments: {} }],
    });
    const messages = [userMessage('go')];
    messages.push(step(await ask(other, messages), other, done));
    servers[format].enqueue({ reasoning: 'own', calls: [{ name: 'noop', arguments: {} }] });
    messages.push(step(await ask(format, messages), format, done));
    expect(sent(format)).not.toContain('foreign thought');
    expect(sent(format)).toContain('Let me see.');
    if (format === 'gemini') expect(sent(format)).toContain('skip_thought_signature_validator');
    await ask(format, messages);
    await ask(other, messages);
  });

  it('sends results that are errors, and pictures in results and in messages', async () => {
    servers[format].enqueue({
      calls: [
        { id: 'a', name: 'noop', arguments: {} },
        { id: 'b', name: 'noop', arguments: {} },
      ],
    });
    const first = { ...userMessage('look'), parts: [{ type: 'text', text: 'look' } as const, image] };
    const reply = foldModelEvents(await ask(format, [first]), format).parts;
    expect(sent(format)).toContain(png);
    const [one, two] = reply.filter((part) => part.type === 'call');
    if (!one || !two) throw new Error('There are two calls.');
    const results: Part[] = [
      {
        type: 'result',
        call: two.id,
        result: { status: 'success', result: [{ type: 'text', text: 'see' }, image] },
        duration_ms: 1,
      },
      {
        type: 'result',
        call: one.id,
        result: { status: 'error', error_type: 'timeout', message: 'too slow' },
        duration_ms: 1,
      },
    ];
    await ask(format, [first, assistant([...reply, ...results])]);
    expect(sent(format).split(png)).toHaveLength(3);
    expect(sent(format)).toContain('too slow');
    if (format === 'anthropic') expect(sent(format).match(/"is_error":true/g)).toHaveLength(1);
  });

  it('can be sent again after a pause, without its first messages, and without tools', async () => {
    const said = assistant([{ type: 'text', text: 'So far, ' }]);
    await ask(format, [userMessage('go'), said]);
    await ask(format, [said, said, userMessage('and?')]);
    servers[format].enqueue({ calls: [{ id: 'z', name: 'noop', arguments: {} }] });
    const messages = [userMessage('go')];
    messages.push(step(await ask(format, messages), format, done));
    await ask(format, messages, { withTools: false });
  });

  it('repairs impossible tool names, and a call without a result', async () => {
    const call: Part = {
      type: 'call',
      id: asId<'call'>('call|1.2'),
      name: 'no such tool!',
      arguments: {},
      status: 'running',
    };
    await ask(format, [userMessage('go'), assistant([call])]);
    expect(sent(format)).toContain('interrupted');
  });
});

it('sends an older Gemini pictures beside the results, and no invented signature', async () => {
  servers.gemini.enqueue({ calls: [{ id: null, name: 'noop', arguments: {} }] });
  const call: Part = { type: 'call', id: asId<'call'>('c'), name: 'noop', arguments: {}, status: 'success' };
  const result: Part = {
    type: 'result',
    call: call.id,
    result: { status: 'success', result: [image] },
    duration_ms: 1,
  };
  await ask('gemini', [userMessage('go'), assistant([call, result])], { model: 'gemini-2.5-flash' });
  const { contents = [] } = servers.gemini.requests.at(-1)?.body ?? {};
  expect(contents.at(-1)?.parts.map((part) => Object.keys(part)[0])).toEqual([
    'functionResponse',
    'inlineData',
  ]);
  expect(JSON.stringify(contents)).not.toContain('thoughtSignature');
});
