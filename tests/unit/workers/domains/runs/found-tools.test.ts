/** A call of a found tool is one of the tool itself in every respect; the model gets it back as it sent it. */
import { expect, it } from 'vitest';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { callsWithResults } from '#shared/conversation/message.ts';
import { newId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import { unknownTraits, type ModelTraits } from '#shared/models/provider.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import type { CallRequest } from '#workers/engine/calls/check-arguments.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { session } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';

type Body = {
  messages: { tool_calls?: { function: JsonObject }[] }[];
  tools?: { function: { name: string } }[];
};

type Changes = { traits?: Partial<ModelTraits>; agent?: Partial<Agent> };

/** Sends one message; the model answers with these arguments of `call_tool`, and then with a text. */
async function callFound(values: JsonObject, { traits = {}, agent = {} }: Changes = {}) {
  const bodies: Body[] = [];
  const executed: CallRequest[] = [];
  const world = createRunWorld({
    agent,
    reply: () =>
      bodies.length === 1
        ? { calls: [{ id: 'c1', name: 'call_tool', arguments: values }] }
        : { text: 'Done.' },
  });
  const { deps } = world;
  const target = await deps.providers.target({ kind: 'openai-chat', label: '', model: 'x' });
  await startRun(
    { input: { session, text: 'Go.', media: [] }, run: newId('run') },
    { session, abort: new AbortController() },
    {
      ...deps,
      registry: createRegistry(definitions),
      providers: {
        ...deps.providers,
        target: async () => ({ ...target, traits: { ...unknownTraits, toolList: 'short', ...traits } }),
      },
      providerDeps: {
        ...deps.providerDeps,
        fetch: async (url, init) => {
          bodies.push(JSON.parse(String(init?.body)) as Body);
          return deps.providerDeps.fetch(url, init);
        },
      },
      executor: {
        ...deps.executor,
        async execute(call, scope) {
          executed.push(call);
          return deps.executor.execute(call, scope);
        },
      },
    },
  );
  const calls = [...world.stored.messages.values()].flatMap(callsWithResults).map(({ call }) => call);
  const sent = bodies.map(({ tools = [] }) => tools.map(({ function: { name } }) => name));
  const back = bodies
    .at(-1)
    ?.messages.flatMap(({ tool_calls = [] }) => tool_calls.map((call) => call.function));
  return { calls, executed, sent, back, events: world.runEvents() };
}

const inner = { path: '.', limit: 3 };

it('is executed, posted and stored as a call of the tool', async () => {
  const { calls, executed, events } = await callFound({ name: 'git_log', arguments: inner });
  expect(executed).toEqual([{ id: 'c1', name: 'git_log', arguments: inner, viaCallTool: true }]);
  expect(calls).toMatchObject([{ name: 'git_log', arguments: inner, status: 'success', viaCallTool: true }]);
  expect(events.find(({ type }) => type === 'tool-call')).toMatchObject({
    name: 'git_log',
    arguments: inner,
  });
});

it('goes back to the model as it was sent, beside the same tools', async () => {
  const { sent, back } = await callFound({ name: 'git_log', arguments: inner });
  expect(back).toEqual([
    { name: 'call_tool', arguments: JSON.stringify({ name: 'git_log', arguments: inner }) },
  ]);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toEqual(expect.arrayContaining(['find_tools', 'call_tool']));
});

it('goes back as a call of the tool to a model that has its definition', async () => {
  const { sent, back } = await callFound(
    { name: 'git_log', arguments: inner },
    { traits: { contextTokens: 1_000_000, toolList: 'all' } },
  );
  expect(back).toEqual([{ name: 'git_log', arguments: JSON.stringify(inner) }]);
  expect(sent[0]).not.toContain('call_tool');
});

it('has the name of the tool, also where the model used that of another system', async () => {
  const { calls } = await callFound({ name: 'bash', arguments: { command: 'ls' } });
  expect(calls).toMatchObject([{ name: 'execute_shell_command', arguments: { command: 'ls' } }]);
});

it('stays what it is where it contains no other tool', async () => {
  const nested = { name: 'call_tool', arguments: { name: 'delete_file', arguments: { path: 'a' } } };
  const { executed } = await callFound(nested);
  expect(executed).toEqual([{ id: 'c1', name: 'call_tool', arguments: nested }]);
});

it('gives an agent with few tools their definitions, and nothing to search', async () => {
  const { sent } = await callFound(
    { name: 'read_file', arguments: { path: 'a' } },
    { agent: { tools: ['read_file'] } },
  );
  expect(sent[0]).toEqual(['read_file']);
  expect(defaultAgent.tools).toEqual(['*']);
});
