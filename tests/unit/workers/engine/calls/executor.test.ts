import { describe, expect, it, vi } from 'vitest';
import { browserAgentId, defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { Json } from '#shared/json.ts';
import type { BrowserPermissionState } from '#shared/tools/browser-permission.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import { errorTypes } from '#shared/tools/tool.ts';
import { createExecutor, type CallScope } from '#workers/engine/calls/executor.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { createPermissionGate } from '#workers/engine/permissions/permission-gate.ts';
import type { Question } from '#workers/contracts/user-prompter.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { conversation } from '#tests/unit/workers/engine/permissions/guarded-mode/conversations.ts';
import { createEgress } from '#workers/network/egress.ts';

type Setting = {
  answer?: () => Promise<PromptAnswer>;
  state?: BrowserPermissionState;
  off?: string;
  /** The missing browser API that a tool needs. */
  lack?: (tool: string) => string | undefined;
  /** Calls run until they are stopped. */
  hangs?: boolean;
  outcome?: ToolOutcome;
  now?: () => number;
  /** Gets the origin of each code for which ports are asked. */
  origins?: unknown[];
  /** Executes tools of the engine. */
  runInEngine?: () => Promise<ToolOutcome>;
};

function setUp({
  answer = async () => 'denied',
  state = 'prompt',
  off = '',
  lack = () => undefined,
  hangs,
  outcome = { type: 'success', result: 'done' },
  now = () => 0,
  origins,
  runInEngine = () => Promise.reject(new Error('No tool here runs in the engine.')),
}: Setting = {}) {
  const jobs: ToolHostJob[] = [];
  const asked: Question[] = [];
  const approvals: string[] = [];
  const logged: unknown[] = [];
  const allowed = new Set<string>();
  const executor = createExecutor({
    registry: createRegistry(definitions, {
      isDisabled: (name) => name === off,
      lackOf: ({ name }) => lack(name),
    }),
    loadTools: async () => undefined,
    loadValidators: async () => validators,
    gate: createPermissionGate({
      egress: createEgress({
        fetch,
        online: () => true,
        pageProtocol: 'http:',
        isHostAllowed: (host) => allowed.has(host),
        relay: async () => undefined,
        reader: async () => undefined,
        searchKey: async () => undefined,
        gitToken: async () => undefined,
      }),
      prompts: {
        ask: async (question) => {
          asked.push(question);
          return answer();
        },
        answer: () => false,
        open: () => [],
      },
      hosts: { has: (host) => allowed.has(host), allow: async (host) => void allowed.add(host) },
      query: async () => state,
      tools: { find: () => undefined, addressOf: () => undefined },
      serviceHosts: async () => [],
      findDanger: async () => undefined,
      approveAlways: async (agent, tool) => void approvals.push(`${agent} ${tool}`),
    }),
    pool: {
      check: async () => ({ type: 'valid' }),
      run: async (job) => {
        jobs.push(job);
        if (origins) job.ports(job.signal, () => () => undefined);
        if (hangs) return stopped(job.signal);
        return outcome;
      },
    },
    startProcess: () => Promise.reject(new Error('No process is started here.')),
    runInEngine,
    hostPorts: (_, { origin }) => {
      if (!origins) throw new Error('No host asks for ports here.');
      origins.push(origin);
      return {};
    },
    onFilesChanged: () => undefined,
    keepBlob: async (folder, bytes) => asId<'blob'>(`${folder}/${bytes.length}`),
    now,
    log: (call) => (report) => void logged.push({ id: call.id, ...report }),
  });
  const scope: CallScope = {
    agent: defaultAgent,
    run: asId<'run'>('run'),
    signal: new AbortController().signal,
    onStart: () => undefined,
    onProgress: () => undefined,
    onOutput: () => undefined,
  };
  const call = (name: string, values: Json, changes: Partial<CallScope> = {}) =>
    executor.execute({ id: asId<'call'>('c'), name, arguments: values }, { ...scope, ...changes });
  return { jobs, call, asked, approvals, logged, executor, cancel: executor.cancel };
}

function stopped(signal: AbortSignal): Promise<ToolOutcome> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () =>
      resolve({ type: 'error', errorType: 'cancelled', message: 'It was stopped.' }),
    ),
  );
}

describe('a parameter that a tool does not have', () => {
  it('is ignored, and the result says so', async () => {
    const { jobs, call } = setUp();
    const { result } = await call('read_file', { path: 'a', max_lines: 3 });
    expect(result).toMatchObject({
      status: 'success',
      result: expect.stringMatching(
        /^done\n\nUnknown, and ignored: 'max_lines'\. The parameters are: path,/,
      ) as string,
    });
    expect(jobs[0]).toMatchObject({ call: { arguments: { path: 'a' } } });
  });

  it('is named where another one is missing', async () => {
    const { result } = await setUp().call('read_file', { file_path: 'a' });
    expect(result).toMatchObject({
      error_type: 'validation_error',
      message: expect.stringMatching(/'path'.*Unknown, and ignored: 'file_path'\./) as string,
    });
  });
});

describe('the executor', () => {
  it('passes a valid call to a host, with the deadline of the tool', async () => {
    const { jobs, call } = setUp();
    expect((await call('read_file', { path: 'a' })).result).toEqual({ status: 'success', result: 'done' });
    expect(jobs[0]).toMatchObject({
      call: { tool: 'read_file', arguments: { path: 'a' } },
      deadlineMs: 10_000,
    });
  });

  it('says to the ports of code whether its model had read text from outside', async () => {
    const origins: unknown[] = [];
    const { call } = setUp({ origins });
    const { messages } = conversation([{ attached: 'mail.txt' }], ['run_javascript', { code: '1' }]);
    await call('run_javascript', { code: '1' });
    await call('run_javascript', { code: '1' }, { conversation: () => messages });
    expect(origins).toMatchObject([{ hasReadOutside: false }, { hasReadOutside: true }]);
  });

  it('caps the message of an error, whatever it quotes', async () => {
    const { result } = await setUp().call('x'.repeat(500_000), {});
    expect(result.status === 'error' && result.message.length).toBeLessThan(2_100);
  });

  it('keeps the facts of a failure beside its message', async () => {
    const outcome = { type: 'error', errorType: 'execution_error', message: 'No.' } as const;
    const { call, logged } = setUp({ outcome: { ...outcome, metadata: { exit_code: '128' } } });
    const { result } = await call('git_status', {});
    expect(result).toEqual({
      status: 'error',
      error_type: 'execution_error',
      message: 'No.',
      metadata: { exit_code: '128' },
    });
    expect(logged).toMatchObject([{ result }]);
    expect((await setUp({ outcome }).call('git_status', {})).result).not.toHaveProperty('metadata');
  });

  it('resolves an alias to its tool', async () => {
    const { jobs, call } = setUp();
    await call('get_local_time', {});
    expect(jobs[0]?.call.tool).toBe('get_current_time');
  });

  it('names the tools that exist when one does not', async () => {
    const { result } = await setUp().call('view', {});
    expect(result).toMatchObject({ status: 'error', error_type: 'tool_not_found' });
    expect(result).toHaveProperty('message', expect.stringContaining("Use 'read_file' instead"));
  });

  it('suggests nothing that is only spelt alike, and names only what the agent may use', async () => {
    const agent = { ...defaultAgent, tools: ['read_file', 'delete_file'] };
    const { result } = await setUp().call('delete_tool', {}, { agent });
    const message = result.status === 'error' ? result.message : '';
    expect(message).toContain('No tool here is known to do the same');
    expect(message).not.toContain('instead');
    expect(message).not.toContain('http_request');
  });

  it('refuses a tool the agent does not have, and one whose capability is denied, and takes no host', async () => {
    const { jobs, call } = setUp();
    const notListed = await call(
      'http_request',
      { url: 'https://a.b' },
      { agent: { ...defaultAgent, tools: ['read_file'] } },
    );
    expect(notListed.result).toMatchObject({ error_type: 'tool_not_available' });
    const denied = await call(
      'http_request',
      { url: 'https://a.b' },
      { agent: { ...defaultAgent, deny: ['network'] } },
    );
    expect(denied.result).toMatchObject({
      error_type: 'tool_not_available',
      message: expect.stringContaining("'network'") as string,
    });
    expect(jobs).toEqual([]);
  });

  it('refuses a tool whose API the browser lacks, asks nothing, and says which', async () => {
    const lack = (name: string) => (name === 'get_location' ? 'Geolocation API' : undefined);
    const { jobs, call, asked } = setUp({ lack });
    expect((await call('get_location', {})).result).toMatchObject({
      error_type: 'tool_not_available',
      message: expect.stringContaining('this browser has no Geolocation API'),
    });
    expect([...jobs, ...asked]).toEqual([]);
  });

  it('refuses a tool that is switched off, by any of its names, and says where to switch it on', async () => {
    const { jobs, call } = setUp({ off: 'get_current_time' });
    for (const name of ['get_current_time', 'get_local_time'])
      expect((await call(name, {})).result).toMatchObject({
        error_type: 'tool_not_available',
        message: expect.stringContaining('Tools screen') as string,
      });
    expect(jobs).toEqual([]);
  });

  it.each<[string, Json]>([
    ['a string that is no JSON', '{"path": '],
    ['a list', ['a']],
    ['nothing', null],
  ])('refuses arguments that are %s', async (_, values) => {
    expect((await setUp().call('read_file', values)).result).toMatchObject({
      error_type: 'validation_error',
    });
  });

  it('uses the deadline of the agent, within the maximum of the kind', async () => {
    const { call, jobs } = setUp();
    await call('read_file', { path: 'a' }, { agent: { ...defaultAgent, timeouts: { read_file: 2 } } });
    await call('read_file', { path: 'a' }, { agent: { ...defaultAgent, timeouts: { read_file: 999 } } });
    await call('read_file', { path: 'a' }, { agent: { ...defaultAgent, timeouts: { '*': 7, grep: 3 } } });
    await call(
      'read_file',
      { path: 'a' },
      { agent: { ...defaultAgent, timeouts: { '*': 7, read_file: 3 } } },
    );
    expect(jobs.map(({ deadlineMs }) => deadlineMs)).toEqual([2_000, 30_000, 7_000, 3_000]);
  });

  it('measures the time of the tool, without the time that the user took', async () => {
    let time = 0;
    const { call, logged } = setUp({
      now: () => time,
      answer: async () => {
        time += 60_000;
        return 'allowed';
      },
    });
    const agent: Agent = { ...defaultAgent, approval: { default: 'ask' } };
    await call('read_file', { path: 'a' }, { agent, onStart: () => undefined });
    expect(logged).toMatchObject([{ result: { status: 'success' }, duration_ms: 0 }]);
  });

  it('does not count an answer that comes late as the time of the tool that asks', async () => {
    let time = 0;
    const { call, logged } = setUp({
      now: () => time,
      runInEngine: async () => {
        time += 60_000;
        return { type: 'success', result: 'Blue.' };
      },
    });
    await call('question', { question: 'Which colour?' });
    expect(logged).toMatchObject([{ result: { status: 'success' }, duration_ms: 0 }]);
  });

  it('tells the log of every call once, also of one that never reached a host', async () => {
    const { call, logged } = setUp();
    await call('read_file', { path: 'a' });
    await call('nothing_of_the_kind', {});
    expect(logged).toMatchObject([
      { id: 'c', result: { status: 'success' }, duration_ms: 0 },
      { id: 'c', result: { error_type: 'tool_not_found' } },
    ]);
  });

  it('turns a bug in a port into an execution_error', async () => {
    const { call } = setUp({ answer: () => Promise.reject(new Error('broken')) });
    expect((await call('http_request', { url: 'http://localhost/' })).result).toMatchObject({
      error_type: 'execution_error',
      message: 'Tool execution failed: broken',
    });
  });

  it('knows exactly these error types', () => {
    const expected =
      'tool_not_found tool_not_available validation_error permission_denied path_not_allowed file_not_found file_too_large ' +
      'binary_file storage_full network_error timeout cancelled interrupted execution_error';
    expect([...errorTypes].sort()).toEqual(expected.split(' ').sort());
  });
});

describe('the code session of a call', () => {
  const session = asId<'session'>('chat');
  const browser: Agent = { ...defaultAgent, id: browserAgentId };

  it.each<[string, Partial<CallScope>]>([
    ['chat', { session }],
    ['console', {}],
    ['console', { agent: { ...defaultAgent, id: asId<'agent'>('agent_other') } }],
    ['browser', { agent: browser }],
  ])('is %s, of %o', async (expected, changes) => {
    const { call, jobs } = setUp();
    await call('execute_shell_command', { command: 'ls' }, changes);
    await call('git_status', {}, changes);
    expect(jobs.map(({ codeHost }) => codeHost)).toEqual([
      { session: expected, program: 'execute_shell_command' },
      { session: expected, program: 'git' },
    ]);
    expect(jobs.map(({ overflow }) => overflow.folder)).toEqual([expected, expected]);
    // The git tools store nothing in the code session, so their calls need no mutex.
    expect(jobs.map(({ isExclusive }) => isExclusive)).toEqual([true, undefined]);
  });
});

describe('calls of the same id in two sessions', () => {
  const [one, two] = [asId<'session'>('one'), asId<'session'>('two')];
  const id = asId<'call'>('c');

  it('are stopped each for itself, and have ids of their own in the hosts', async () => {
    const { call, jobs, cancel } = setUp({ hangs: true });
    const calls = [
      call('read_file', { path: 'a' }, { session: one }),
      call('read_file', { path: 'b' }, { session: two }),
    ];
    await vi.waitFor(() => expect(jobs).toHaveLength(2));
    expect(cancel(id, undefined)).toBe(false);
    expect(cancel(id, one)).toBe(true);
    expect((await calls[0])?.result).toMatchObject({ error_type: 'cancelled' });
    expect(jobs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(jobs[0]?.call.execution).not.toBe(jobs[1]?.call.execution);
    expect(cancel(id, two)).toBe(true);
    expect((await calls[1])?.result).toMatchObject({ error_type: 'cancelled' });
    expect(cancel(id, two)).toBe(false);
  });
});

describe('a call that waits before it is executed', () => {
  const [id, session] = [asId<'call'>('c'), asId<'session'>('one')];

  it('can be cancelled from its announcement to its end', () => {
    const { executor } = setUp();
    const { cancelled, end } = executor.announce(id, session);
    expect(executor.cancel(id, asId<'session'>('two'))).toBe(false);
    expect(cancelled.aborted).toBe(false);
    expect(executor.cancel(id, session)).toBe(true);
    expect(cancelled.aborted).toBe(true);
    end();
    expect(executor.cancel(id, session)).toBe(false);
  });
});

describe('private hosts', () => {
  it.each([
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://192.168.1.1/',
    'http://[::1]/',
    'http://2130706433/',
  ])('%s is asked for, and no is no', async (url) => {
    const { jobs, call, asked } = setUp();
    expect((await call('http_request', { url })).result).toMatchObject({ error_type: 'permission_denied' });
    expect(asked).toHaveLength(1);
    expect(jobs).toEqual([]);
  });

  it('are remembered once allowed', async () => {
    const { jobs, call, asked } = setUp({ answer: async () => 'allowed' });
    await call('http_request', { url: 'http://localhost:1/' });
    await call('http_request', { url: 'http://localhost:1/again' });
    expect(jobs).toHaveLength(2);
    expect(asked).toHaveLength(1);
  });

  it.each([
    'ftp://example.com',
    'file:///etc/passwd',
    'not a url',
    'https://user:pass@example.com/',
    'javascript:alert(1)',
  ])('%s is no URL to ask for', async (url) => {
    const { call, asked } = setUp();
    expect((await call('http_request', { url })).result).toMatchObject({ error_type: 'validation_error' });
    expect(asked).toEqual([]);
  });
});

describe('browser permissions', () => {
  it.each<[BrowserPermissionState, PromptAnswer, string]>([
    ['granted', 'denied', 'success'],
    ['prompt', 'allowed', 'success'],
    ['prompt', 'denied', 'may be asked for again'],
    ['prompt', 'blocked', 'site settings'],
    ['denied', 'allowed', 'site settings'],
    ['unsupported', 'allowed', 'cannot work here'],
    ['prompt', 'cancelled', 'nothing was done'],
  ])('%s, and the answer %s', async (state, answer, expected) => {
    const { call } = setUp({ answer: async () => answer, state });
    expect(JSON.stringify((await call('get_location', {})).result)).toContain(expected);
  });
});

describe('an agent that asks', () => {
  const agent = {
    ...defaultAgent,
    approval: { default: 'ask', tools: { get_current_time: 'auto', write_file: 'deny' } },
  } as const;

  it('shows the real arguments and obeys', async () => {
    const { call, asked, jobs } = setUp({ answer: async () => 'allowed' });
    await call('read_file', { path: 'a', noise: 1 }, { agent });
    await call('read_file', { path: 'a' }, { agent });
    expect(asked.map(({ subject }) => subject)).toEqual(
      Array(2).fill({ type: 'approval', arguments: { path: 'a' } }),
    );
    expect(jobs).toHaveLength(2);
  });

  it('remembers "session" for that session and tool only', async () => {
    const { call, asked } = setUp({ answer: async () => 'session' });
    const [one, two] = [asId<'session'>('one'), asId<'session'>('two')];
    await call('read_file', { path: 'a' }, { agent, session: one });
    await call('read_file', { path: 'b' }, { agent, session: one });
    expect(asked).toHaveLength(1);
    await call('read_file', { path: 'b' }, { agent, session: two });
    await call('list_directory', {}, { agent, session: one });
    expect(asked).toHaveLength(3);
  });

  it('hands "always" to the agent', async () => {
    const { call, approvals } = setUp({ answer: async () => 'always' });
    await call('read_file', { path: 'a' }, { agent });
    expect(approvals).toEqual([`${agent.id} read_file`]);
  });

  it('has modes of its own for single tools', async () => {
    const { call, asked } = setUp();
    expect((await call('get_current_time', {}, { agent })).result.status).toBe('success');
    const denied = await call('write_file', { path: 'a', content: '' }, { agent });
    expect(denied.result).toMatchObject({ error_type: 'permission_denied' });
    expect(asked).toEqual([]);
  });
});
