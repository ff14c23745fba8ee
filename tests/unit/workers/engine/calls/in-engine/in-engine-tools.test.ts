/** The built-in tools that the engine itself answers, called through the executor. */
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ApprovalMode, Prompt } from '#shared/tools/permission.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { chatTools } from '#workers/domains/chat/tools/index.ts';
import { answerInEngine } from '#workers/engine/calls/in-engine/answer-in-engine.ts';
import { createExecutor } from '#workers/engine/calls/executor.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createInEngineTools } from '#workers/engine/calls/in-engine/in-engine-tools.ts';
import { createPermissionGate } from '#workers/engine/permissions/permission-gate.ts';
import { createPrompts } from '#workers/engine/permissions/prompts.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { call, message, session } from '#tests/fixtures/worlds/messages.ts';

function setUp(approval: ApprovalMode = 'auto') {
  const shown: Prompt[] = [];
  const prompts = createPrompts((event) => {
    if (event.type === 'permission-request') shown.push(event.prompt);
  });
  const view: { messages: Message[] } = { messages: [] };
  const ownTools = createInEngineTools({
    prompts,
    tools: chatTools.map((tool) => ({ tool, openPort: async () => ({}) })),
    find: () => undefined,
    runs: { view: (id): SessionView => ({ id, messages: view.messages }) },
  });
  const registry = createRegistry(definitions);
  const refuse = () => Promise.reject(new Error('Nothing of this is needed.'));
  const executor = createExecutor({
    registry,
    loadTools: async () => undefined,
    loadValidators: async () => validators,
    gate: createPermissionGate({
      egress: { check: refuse },
      prompts,
      query: refuse,
      hosts: { has: () => false, allow: refuse },
      tools: { find: () => undefined, addressOf: () => undefined },
      serviceHosts: async () => [],
      findDanger: async () => undefined,
      approveAlways: refuse,
    }),
    pool: { run: refuse, check: refuse },
    keepBlob: refuse,
    startProcess: () => Promise.reject(new Error('No process is started here.')),
    runInEngine: (tool, job, caller) =>
      answerInEngine(tool, job, caller, {
        registry,
        openInEngineTools: async () => ownTools,
        results: createMemoryFiles().root,
      }),
    hostPorts: () => ({}),
    onFilesChanged: () => undefined,
    now: () => 0,
    log: () => () => undefined,
  });
  const stop = new AbortController();
  const call = async (name: string, values: JsonObject, inSession = true) => {
    const id = newId('call');
    const { result } = await executor.execute(
      { id, name, arguments: values },
      {
        agent: { ...defaultAgent, approval: { default: approval } },
        ...(inSession ? { session } : {}),
        run: asId<'run'>('r'),
        signal: stop.signal,
        onStart: () => undefined,
        onProgress: () => undefined,
        onOutput: () => undefined,
      },
    );
    return result;
  };
  const asked = async () => {
    while (shown.length === 0) await new Promise((resolve) => setTimeout(resolve));
    const prompt = shown.shift();
    if (!prompt) throw new Error('Nothing is asked.');
    return prompt;
  };
  return { call, asked, prompts, stop, view };
}

const todos = [
  { content: 'Look', status: 'completed' },
  { content: 'Leap', status: 'In_Progress', priority: null },
];

describe('todowrite and todoread', () => {
  it('replace the list, and read it whole or by status', async () => {
    const { call } = setUp();
    expect(await call('todoread', {}, false)).toEqual({
      status: 'success',
      result: 'The to-do list is empty.',
    });
    expect(await call('todowrite', { todos }, false)).toEqual({
      status: 'success',
      result: '2 to-dos: 1 in progress, 1 completed.',
    });
    const read = async (values: JsonObject) => {
      const result = await call('todoread', values, false);
      return result.status === 'success' ? (JSON.parse(String(result.result)) as unknown) : result;
    };
    expect(await read({})).toEqual([
      { content: 'Look', status: 'completed' },
      { content: 'Leap', status: 'in_progress' },
    ]);
    expect(await read({ status: 'COMPLETED' })).toEqual([{ content: 'Look', status: 'completed' }]);
    await call('todowrite', { todos: [{ content: 'Rest', status: 'pending' }] }, false);
    expect(await read({})).toEqual([{ content: 'Rest', status: 'pending' }]);
  });

  it('read in a conversation what that conversation says, and no other list', async () => {
    const { call: run, view } = setUp();
    await run('todowrite', { todos }, false);
    expect(await run('todoread', {})).toMatchObject({ result: 'The to-do list is empty.' });
    const written = call('c', {
      name: 'todowrite',
      arguments: { todos: [{ content: 'Here', status: 'pending' }] },
    });
    view.messages = [message('m', 'assistant', [written])];
    expect(await run('todoread', {})).toMatchObject({ result: expect.stringContaining('Here') as string });
  });

  it('name what is wrong in a list', async () => {
    const { call } = setUp();
    expect(await call('todowrite', { todos: [{ content: 'x', status: 'maybe' }] })).toMatchObject({
      error_type: 'validation_error',
      message: expect.stringContaining('status') as string,
    });
  });
});

describe('question', () => {
  it('asks in its chat, and answers with what was chosen and typed', async () => {
    const { call, asked, prompts } = setUp();
    const answer = call('question', { question: 'Where?', options: ['Lisbon', { label: 'Porto' }] });
    const prompt = await asked();
    expect(prompt).toMatchObject({
      session,
      subject: {
        type: 'question',
        question: 'Where?',
        options: [{ label: 'Lisbon' }, { label: 'Porto' }],
        isMultiple: false,
      },
    });
    prompts.answer(prompt.id, { chosen: ['Porto'], typed: 'in May' });
    expect(await answer).toEqual({
      status: 'success',
      result: 'The user chose:\n- Porto\nThe user wrote: in May',
    });
  });

  it('that is dismissed says so, and is no error', async () => {
    const { call, asked, prompts } = setUp();
    const answer = call('question', { question: 'Why?' });
    prompts.answer((await asked()).id, 'denied');
    expect(await answer).toMatchObject({
      status: 'success',
      result: expect.stringContaining('dismissed the question') as string,
    });
  });

  it('ends with the run that asked it, and is taken back', async () => {
    const { call, asked, prompts, stop } = setUp();
    const answer = call('question', { question: 'Why?' });
    await asked();
    stop.abort();
    expect(await answer).toMatchObject({ status: 'error', error_type: 'cancelled' });
    expect(prompts.open()).toEqual([]);
  });

  it('keeps no other question waiting', async () => {
    const { call, asked, prompts } = setUp();
    const answers = ['One?', 'Two?'].map((question) => call('question', { question }));
    const [one, two] = [await asked(), await asked()];
    prompts.answer(two.id, { chosen: [], typed: 'second' });
    prompts.answer(one.id, { chosen: [], typed: 'first' });
    expect((await Promise.all(answers)).map((result) => 'result' in result && result.result)).toEqual([
      'The user wrote: first',
      'The user wrote: second',
    ]);
  });

  it('is asked by an agent that asks before every tool without asking whether it may, but not by one that may not', async () => {
    const careful = setUp('ask');
    const answer = careful.call('question', { question: 'Why?' });
    const prompt = await careful.asked();
    expect(prompt.subject.type).toBe('question');
    careful.prompts.answer(prompt.id, 'denied');
    await answer;
    expect(await setUp('deny').call('question', { question: 'Why?' })).toMatchObject({
      error_type: 'permission_denied',
    });
  });
});
