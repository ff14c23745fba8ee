/**
 * Continues a guarded agent's chat with one more call, through the run, the executor and the permission gate.
 */
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { PromptAnswer, PromptSubject } from '#shared/tools/permission.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import { createExecutor } from '#workers/engine/calls/executor.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry, type Registry } from '#workers/engine/calls/registry.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { createPermissionGate, type PermissionGate } from '#workers/engine/permissions/permission-gate.ts';
import { createExternalSource } from '#workers/external-tools/external-source.ts';
import { createMemoryServer } from '#tests/fixtures/mcp/external-server.ts';
import { run, session } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';
import { conversation, serviceHosts, type Call, type ConversationEntry } from './conversations.ts';

type Outcome = {
  /** The prompts that the user was shown. */
  asked: PromptSubject[];
  /** The tools that were executed. */
  ran: string[];
  result: ToolResult | undefined;
};

/** Answers every prompt in the same way. */
export async function runGuarded(
  entries: readonly ConversationEntry[],
  [name, values]: Call,
  answer: PromptAnswer = 'denied',
): Promise<Outcome> {
  const { world, asked, ran } = setUp(answer, [name, values]);
  const { messages } = conversation(entries, [name, values]);
  const past = messages.slice(0, -1).map((message) => ({ ...message, session }));
  for (const message of past) world.stored.messages.set(message.id, message);
  world.stored.session = { ...world.stored.session, head: past.at(-1)?.id ?? null };
  const live = { session, abort: new AbortController() };
  await startRun({ input: { session, text: 'Go on.', media: [] }, run }, live, world.deps);
  const parts = [...world.stored.messages.values()].flatMap((message) => message.parts);
  const result = parts.findLast((part) => part.type === 'result' && part.call === asId<'call'>('new'));
  return { asked, ran, result: result?.type === 'result' ? result.result : undefined };
}

function setUp(answer: PromptAnswer, [name, values]: Call) {
  const world = createRunWorld({
    agent: { tools: [...defaultAgent.tools, 'mcp__*'], isGuarded: true },
    reply: (messages) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'Done.' }
        : { calls: [{ id: 'new', name, arguments: values }] },
  });
  const asked: PromptSubject[] = [];
  const ran: string[] = [];
  const registry = createRegistry(definitions);
  if (name.startsWith('mcp__')) {
    const [, server = '', tool = ''] = name.split('__');
    const announced = { name: tool, parameters: { properties: {} } };
    registry.attach(createExternalSource(createMemoryServer(server, [announced])));
  }
  const gate = createPermissionGate({
    egress: { check: async () => ({ type: 'allowed' }) },
    prompts: {
      ask: async ({ subject }) => (asked.push(subject), answer),
      answer: () => false,
      open: () => [],
    },
    hosts: { has: () => false, allow: async () => undefined },
    query: async () => 'granted',
    tools: registry,
    serviceHosts: async (contacts, asked) => serviceHosts(contacts, asked),
    findDanger: async () => undefined,
    approveAlways: async () => undefined,
  });
  const executor = executorOf(registry, gate, ran);
  return { world: { ...world, deps: { ...world.deps, registry, executor } }, asked, ran };
}

function executorOf(registry: Registry, gate: PermissionGate, ran: string[]) {
  const answer = async (tool: string) => {
    ran.push(tool);
    return { type: 'success', result: 'done' } as const;
  };
  return createExecutor({
    registry,
    gate,
    loadTools: async () => undefined,
    loadValidators: async () => validators,
    pool: {
      check: async () => ({ type: 'valid' }),
      run: (job) => {
        job.ports(job.signal, () => () => undefined);
        return answer(job.call.tool);
      },
    },
    startProcess: (job) => answer(job.call.tool),
    runInEngine: (tool) => answer(tool.name),
    // Reports requests like a tool that contacts all its hosts.
    hostPorts: (tool, { onRequest }) => {
      for (const host of serviceHosts(tool.contacts, {})) onRequest?.(`https://${host}/`);
      return {};
    },
    onFilesChanged: () => undefined,
    keepBlob: async () => asId<'blob'>('none'),
    now: () => 0,
    log: () => () => undefined,
  });
}
