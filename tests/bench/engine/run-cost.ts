/**
 * CPU cost of a run in the engine, compared with its baseline: steps with calls, bursts of text, request
 * bodies.
 */
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ProviderInfo } from '#shared/models/provider.ts';
import { createExecutor } from '#workers/engine/calls/executor.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { startRun, type StartDeps } from '#workers/domains/runs/start-run.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { messageJson } from '#workers/providers/http/message-json.ts';
import type { Folders } from '#workers/storage/folders.ts';
import { openJournal, removeJournal } from '#workers/domains/sessions/journal/journal.ts';
import { runFloor } from './run-floor.ts';

const steps = 60;
/** Many rounds, of which the fastest counts, to exclude other load on the machine. */
const rounds = 15;
const tool = 'noop';

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Packets of about 4 kB, each in a separate task, as from a network. */
function streamOf(text: string): Response {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at >= bytes.length) return controller.close();
      if (at > 0) await nextTask();
      controller.enqueue(bytes.subarray(at, (at += 4_096)));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const channel = new MessageChannel();
const tasks: (() => void)[] = [];
channel.port1.onmessage = () => tasks.shift()?.();
const nextTask = () =>
  new Promise<void>((resolve) => {
    tasks.push(resolve);
    channel.port2.postMessage(null);
  });

/** Replies with one call in each of `steps` steps, then with text. */
function stepServer(): () => Response {
  let asked = 0;
  return () => {
    const id = ++asked;
    if (id > steps) return streamOf(`${chunk({ content: 'Done.' })}${chunk({}, 'stop')}data: [DONE]\n\n`);
    const call = {
      index: 0,
      id: `c${id}`,
      type: 'function',
      function: { name: tool, arguments: `{"n":${id}}` },
    };
    return streamOf(
      `${chunk({ content: 'Next.' })}${chunk({ tool_calls: [call] })}${chunk({}, 'tool_calls')}data: [DONE]\n\n`,
    );
  };
}

function burstServer(events: number): () => Response {
  const text = `${chunk({ content: 'token ' }).repeat(events)}${chunk({}, 'stop')}data: [DONE]\n\n`;
  return () => streamOf(text);
}

/** Stands in for the channel that carries events to the page. */
const page = new MessageChannel();
page.port2.onmessage = () => undefined;
const post = (message: unknown) => page.port1.postMessage(message);

async function timeRun(folders: Folders, server: () => Response): Promise<number> {
  const run = newId('run');
  const session = newId('session');
  const start = performance.now();
  const report = await startRun(
    { input: { session, text: 'go', media: [] }, run },
    { session, abort: new AbortController() },
    portsOf(folders, server),
  );
  if (report.outcome.type !== 'completed')
    throw new Error(`The run ended: ${JSON.stringify(report.outcome)}`);
  return performance.now() - start;
}

async function timeFloor(folders: Folders, server: () => Response): Promise<number> {
  const validate = validators[tool];
  if (!validate) throw new Error(`${tool} has no schema.`);
  const run = newId('run');
  const start = performance.now();
  const journal = await openJournal(folders.journal, run);
  await runFloor({ fetch: server, journal, validate, post });
  journal.close();
  await removeJournal(folders.journal, run);
  return performance.now() - start;
}

function portsOf(folders: Folders, server: () => Response): StartDeps {
  const provider: ProviderInfo = {
    id: asId<'provider'>('p'),
    kind: 'openai-chat',
    label: 'Bench',
    baseUrl: 'https://bench.example/v1',
    model: 'm',
    hasKey: false,
  };
  const registry = createRegistry(definitions);
  const traits = {
    ...{ contextTokens: 10_000_000, outputTokens: 8_192 },
    ...{ tools: true, images: false, reasoning: false },
  };
  return {
    agents: { get: async () => ({ ...defaultAgent, tools: [tool], maxSteps: 'unlimited' }) },
    blobs: { read: async () => undefined },
    bus: { post: (event) => post([event]), postAll: post },
    executor: createExecutor({
      registry,
      loadTools: async () => undefined,
      loadValidators: async () => validators,
      gate: { check: () => Promise.resolve(undefined) },
      pool: {
        check: () => Promise.reject(new Error('No schema comes from outside here.')),
        async run({ onStart }) {
          onStart();
          return { type: 'success', result: 'ok' };
        },
      },
      startProcess: () => Promise.reject(new Error('No process is started here.')),
      runInEngine: () => Promise.reject(new Error('Nothing is answered in the engine here.')),
      hostPorts: () => ({}),
      onFilesChanged: () => undefined,
      keepBlob: async () => asId<'blob'>('bench/none'),
      log: () => () => undefined,
      now: () => performance.now(),
    }),
    journals: folders.journal,
    onUse: () => undefined,
    providerDeps: {
      fetch: async () => server(),
      wait: async () => undefined,
      random: Math.random,
      online: () => true,
      pageProtocol: 'https:',
    },
    providers: {
      get: async () => provider,
      defaultId: async () => provider.id,
      target: async () => ({ baseUrl: 'https://bench.example/v1', apiKey: '', model: 'm', traits }),
    },
    registry,
    sessions: {
      get: async () => undefined,
      save: async () => undefined,
      remove: async () => undefined,
      messages: async () => [],
      commitRun: async () => undefined,
    },
    spending: {
      today: async () => ({ tokens: 0, cost: 0 }),
      soFar: async () => ({ tokens: 0, cost: 0 }),
      reserve: async () => ({ release: () => undefined }),
      watch: () => () => undefined,
      ofDays: async () => [],
      budget: async () => ({}),
      setBudget: async () => undefined,
      add: async () => undefined,
      chargedTo: () => ({ tokens: 0, cost: 0 }),
      budgetsOf: () => [],
      forget: () => undefined,
    },
  };
}

/**
 * Alternates between the engine and the baseline, so that other load affects both; the fastest of each
 * counts.
 */
async function compare(
  folders: Folders,
  server: () => () => Response,
): Promise<{ ours: number; floor: number }> {
  const [ours, floor]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours?.push(await timeRun(folders, server()));
    floor?.push(await timeFloor(folders, server()));
  }
  return { ours: Math.min(...(ours ?? [])), floor: Math.min(...(floor ?? [])) };
}

export async function measureRuns(folders: Folders) {
  const step = await compare(folders, stepServer);
  const burst = await compare(folders, () => burstServer(20_000));
  const long = await compare(folders, () => burstServer(100_000));
  return {
    step: { ours: step.ours / steps, floor: step.floor / steps },
    burst,
    long,
    body: measureBody(),
  };
}

/** Serialises the 501st request of a conversation: 500 messages that were sent before, and a new one. */
function measureBody(): { ours: number; floor: number } {
  const message = (at: number): Message => ({
    id: asId<'message'>(`m${at}`),
    session: asId<'session'>('s'),
    run: asId<'run'>('r'),
    parent: null,
    order: at,
    role: at % 2 ? 'assistant' : 'user',
    parts: [{ type: 'text', text: `Message ${at}: ${'some "words" of a conversation. '.repeat(40)}` }],
    at: 0,
  });
  const history = Array.from({ length: 500 }, (_, at) => message(at));
  const toRequestMessages = ({ role, parts }: Message) => [
    { role, content: parts.map((part) => (part.type === 'text' ? part.text : '')).join('') },
  ];
  const json = messageJson(toRequestMessages);
  json(history, new Map(), { images: false });
  const [ours, floor]: number[][] = [[], []];
  for (let round = 0; round < 200; round++) {
    const next = [...history, message(500 + round)];
    let start = performance.now();
    flatten(`[${json(next, new Map(), { images: false }).join(',')}]`);
    ours?.push(performance.now() - start);
    start = performance.now();
    flatten(JSON.stringify(next.flatMap(toRequestMessages)));
    floor?.push(performance.now() - start);
  }
  return { ours: median(ours), floor: median(floor) };
}

/** Forces the engine to build the string: V8 stores a concatenation lazily until a character is read. */
function flatten(text: string): number {
  return text.charCodeAt(text.length >> 1);
}

function median(values: readonly number[] = []): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
