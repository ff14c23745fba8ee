/**
 * The prompt of a chat only grows: each request begins with the one before it, in every format and on the device, while
 * memories, pictures, large results, messages that steer a run, and its last words come in. Only compaction changes what was sent.
 */
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import { isSteering } from '#shared/conversation/message.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { serverKinds, unknownTraits, type ProviderInfo, type ProviderKind } from '#shared/models/provider.ts';
import { createDomainHooks } from '#workers/composition/domain-hooks.ts';
import type { OnDeviceModels, ProviderDeps } from '#workers/contracts/provider.ts';
import { tellMemories } from '#workers/domains/memory/prompt-block.ts';
import { createMessageQueue } from '#workers/domains/runs/message-queue.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import { createWaitingSends } from '#workers/domains/runs/waiting-sends.ts';
import { formats } from '#tests/fixtures/formats/index.ts';
import type { ScriptedReply } from '#tests/fixtures/model-servers/model-server.ts';
import { session } from '#tests/fixtures/worlds/messages.ts';
import { wrapFound } from '#shared/tools/found-call.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';
import { createMemoryWorld, kept } from '#tests/unit/workers/domains/memory/memory-world.ts';

const userMessages = 20;
const kinds = [...serverKinds, 'on-device'] as const;
const baseUrls: Partial<Record<ProviderKind, string>> = { 'openai-chat': 'https://openrouter.ai/api/v1' };

/** What a service caches, in the order in which it does: tools, system prompt, messages. */
function promptOf(body: JsonObject): string {
  const { tools = null, system, systemInstruction, instructions, messages, contents, input } = body;
  const list = messages ?? contents ?? input;
  const turns = Array.isArray(list) ? list : [];
  const parts = [tools, system ?? systemInstruction ?? instructions ?? null, ...turns];
  return parts.map((part) => JSON.stringify(withoutMarks(part))).join('\n');
}

function withoutMarks(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'cache_control');
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutMarks(each)]));
}

/** The share of a request that stands unchanged at the head of the next one. */
function sharedShare(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return at / before.length;
}

/** `isShort`: the request carries a core of the tools, and the model finds and runs the others. */
type Script = { contextTokens: number; summaries: boolean; isShort?: boolean };

/** A chat of 20 messages, each of which takes up to four requests. Returns the prompts, without those for summaries. */
async function converse(kind: (typeof kinds)[number], { contextTokens, summaries, isShort }: Script) {
  const prompts: string[] = [];
  const world = createRunWorld({ reply: () => ({}), agent: { ...defaultAgent, maxSteps: 3 } });
  const memory = await createMemoryWorld();
  await kept(memory, 'name', 'The user is called Kim.', { isPinned: true });
  const diet = await kept(memory, 'diet', 'Eats no meat.', { isPinned: true });
  let replies = 0;

  function answer(prompt: string): ScriptedReply {
    if (prompt.includes('You compress the beginning'))
      return summaries ? { text: 'They talked about pictures and files, at length.' } : { status: 400 };
    prompts.push(prompt);
    const at = replies++;
    // Every other message runs into the limit of steps.
    const isAnswer = prompt.includes('You cannot use tools any more in this answer') || at % 7 === 2;
    if (isAnswer) return { text: `Answer ${at}.` };
    const look = { name: 'look', arguments: { at } };
    const calls = [{ id: `call_${at}`, ...(isShort && at % 2 === 0 ? wrapFound(look) : look) }];
    return { ...(kind === 'on-device' ? {} : { reasoning: 'Let me look.' }), text: `Step ${at}.`, calls };
  }

  const provider: ProviderInfo = {
    ...{ id: asId<'provider'>('p'), kind, label: 'Script', model: 'anthropic/claude-x', hasKey: false },
    baseUrl: baseUrls[kind] ?? 'http://script.test/v1',
  };
  const traits = { ...unknownTraits, contextTokens, outputTokens: 4_000, images: true };
  const offered = { ...traits, toolList: isShort ? ('short' as const) : ('all' as const) };
  const providerDeps: ProviderDeps = {
    ...world.deps.providerDeps,
    fetch: async (_url, init) =>
      respond(kind, answer(promptOf(JSON.parse(String(init?.body)) as JsonObject))),
    onDevice: onDevice(answer),
  };
  const hooks = createDomainHooks(
    {
      memories: {
        promptBlock: { name: 'memories', share: 1 / 16, update: tellMemories },
        open: () => ({}),
      },
      device: {
        promptBlock: {
          ...{ name: 'device', share: 1 / 16 },
          begin: async () => ({ intro: '', lines: [{ id: 'date', text: 'Today is Friday.' }] }),
        },
        open: () => ({}),
      },
    },
    () => ({
      database: memory.database,
      memorySwitch: memory.settings,
      openMemories: async () => memory.memories,
    }),
  );
  const queue = createMessageQueue(createWaitingSends(memory.database), world.deps.bus);
  const deps = {
    ...world.deps,
    providerDeps,
    providers: {
      get: async () => provider,
      defaultId: async () => provider.id,
      target: async () => ({
        baseUrl: provider.baseUrl ?? '',
        apiKey: '',
        model: provider.model,
        traits: offered,
      }),
    },
    ...(isShort ? { registry: createRegistry(definitions) } : {}),
    blobs: { read: async () => new Blob(['picture'.repeat(40)]) },
    executor: {
      ...world.deps.executor,
      async execute() {
        if (replies % 7 === 4)
          await queue.add({ session, text: `Also mind ${replies}.`, media: [] }, 'now', 'tab');
        return {
          result: {
            status: 'success' as const,
            result: [
              { type: 'text' as const, text: 'result '.repeat(replies % 4 === 0 ? 1_500 : 60) },
              ...(replies % 5 === 0 ? [picture(`result-${replies}`)] : []),
            ],
          },
          duration_ms: 1,
        };
      },
    },
    queue,
    tell: hooks.tell,
  };
  for (let at = 0; at < userMessages; at++) {
    if (at === 4) await kept(memory, 'car', 'They drive a grey car.', { isPinned: true });
    if (at === 8) await kept(memory, 'diet', 'Eats fish.', { id: diet.id, isPinned: true });
    if (at === 12) await memory.store.remove(diet.id);
    const media = at % 4 === 1 ? [picture(`sent-${at}`)] : [];
    const input = { session, text: `Question ${at}: ${'and so on '.repeat(20)}`, media };
    const report = await startRun(
      { input, run: newId('run') },
      { session, abort: new AbortController() },
      deps,
    );
    expect(report.outcome.type).toMatch(/completed|limit/);
    const head = [...world.stored.messages.keys()].map((id) => asId<'message'>(id)).at(-1) ?? null;
    Object.assign(world.stored.session, { head });
  }
  const parts = [...world.stored.messages.values()].flatMap((message) => message.parts);
  const notes = parts.flatMap((part) => (part.type === 'note' ? [part.note] : []));
  const compactions = notes.filter(({ type }) => type === 'summarised' || type === 'dropped').length;
  const steered = [...world.stored.messages.values()].filter(isSteering).length;
  return { prompts, compactions, steered };
}

function picture(name: string) {
  const blob = asId<'blob'>(`${session}/${name}`);
  return { type: 'image' as const, media_type: 'image/png', blob, bytes: 280, name };
}

function respond(
  kind: Exclude<(typeof kinds)[number], 'on-device'> | 'on-device',
  reply: ScriptedReply,
): Response {
  if (reply.status) return new Response('{}', { status: reply.status });
  const events = kind === 'on-device' ? [] : formats[kind].events(reply);
  const body = events.map((data) => `data: ${data}\n\n`).join('');
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function onDevice(answer: (prompt: string) => ScriptedReply): OnDeviceModels {
  return {
    builtIn: {
      state: async () => 'available',
      async *write({ turns }) {
        const {
          text = '',
          calls = [],
          status,
        } = answer(turns.map((turn) => `${turn.role}: ${turn.text}`).join('\n'));
        if (status) {
          yield { type: 'error', error: { type: 'server_error' } };
          return;
        }
        const called = calls.map((call) => `\n<tool_call>\n${JSON.stringify(call)}\n</tool_call>`);
        yield { type: 'text', text: [text, ...called].join('') };
        yield { type: 'stop', reason: 'end' };
      },
    },
    files: { list: async () => [], async *write() {} },
  };
}

function measure(prompts: readonly string[]) {
  const shares = prompts.slice(1).map((prompt, at) => sharedShare(prompts[at] ?? '', prompt));
  return { least: Math.min(...shares), breaks: shares.filter((share) => share < 0.95).length };
}

describe.each(kinds)('the prompt of a chat in the format %s', (kind) => {
  it('only grows', async () => {
    const { prompts, compactions, steered } = await converse(kind, {
      ...{ contextTokens: 1_000_000, summaries: true },
    });
    expect(prompts.length).toBeGreaterThanOrEqual(50);
    expect(steered).toBeGreaterThanOrEqual(5);
    const { least } = measure(prompts);
    console.log(
      `${kind}: at least ${(100 * least).toFixed(1)} % of each of ${prompts.length} requests begins the next`,
    );
    expect({ least: least >= 0.95, compactions }).toEqual({ least: true, compactions: 0 });
  });

  it.skipIf(kind === 'on-device')('only grows where the model finds tools', async () => {
    const { prompts } = await converse(kind, { contextTokens: 1_000_000, summaries: true, isShort: true });
    expect(prompts[1]).toContain('"find_tools"');
    // As it was sent, with the other tool inside.
    expect(prompts.at(-1)).toMatch(/"call_tool"[^]{1,200}look/);
    expect(measure(prompts).least).toBeGreaterThanOrEqual(0.986);
  });

  it.each([true, false])(
    'changes only where it is compacted, and rarely (summaries: %s)',
    async (summaries) => {
      const { prompts, compactions } = await converse(kind, { contextTokens: 24_000, summaries });
      const { breaks } = measure(prompts);
      expect(compactions).toBeGreaterThan(0);
      expect(compactions).toBeLessThanOrEqual(prompts.length / 8);
      expect(breaks).toBeLessThanOrEqual(compactions);
    },
  );
});
