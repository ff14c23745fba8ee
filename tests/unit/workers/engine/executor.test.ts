import { describe, expect, it, vi } from 'vitest';
import { asId } from '../../../../src/shared/ids.ts';
import type { Json } from '../../../../src/shared/json.ts';
import { errorTypes } from '../../../../src/shared/tool.ts';
import { createExecutor, type CallScope } from '../../../../workers/engine/executor.ts';
import type { HostJob } from '../../../../workers/engine/host-pool.ts';
import type { HostOutcome } from '../../../../workers/engine/host-protocol.ts';
import { definitions, validators } from '../../../../workers/engine/manifest.ts';
import { createRegistry } from '../../../../workers/engine/registry.ts';
import { createEgress } from '../../../../workers/network/egress.ts';
import { aliases } from '../../../../workers/tools/aliases.ts';

function setUp(outcome: HostOutcome = { type: 'success', result: 'done' }) {
  const jobs: HostJob[] = [];
  const logged: unknown[] = [];
  const allowed = new Set<string>();
  const executor = createExecutor({
    registry: createRegistry(definitions, aliases),
    validators,
    egress: createEgress({
      fetch,
      online: () => true,
      pageProtocol: 'http:',
      isHostAllowed: (host) => allowed.has(host),
    }),
    pool: {
      warm: () => undefined,
      run: async (job) => {
        jobs.push(job);
        return outcome;
      },
    },
    hostPorts: () => {
      throw new Error('No host asks for ports here.');
    },
    now: () => 0,
    log: (call) => (report) => void logged.push({ id: call.id, ...report }),
  });
  const scope: CallScope = {
    agent: { name: 'Tester', tools: ['*'] },
    signal: new AbortController().signal,
    askHost: async () => 'denied',
    onStart: () => undefined,
    onProgress: () => undefined,
  };
  const call = (name: string, values: Json, changes: Partial<CallScope> = {}) =>
    executor.execute({ id: asId<'call'>('c'), name, arguments: values }, { ...scope, ...changes });
  return { jobs, call, logged };
}

describe('the executor', () => {
  it('hands a valid call to a host, with the deadline of the tool', async () => {
    const { jobs, call } = setUp();
    expect((await call('read_file', { path: 'a', extra: 1 })).result).toEqual({
      status: 'success',
      result: 'done',
    });
    expect(jobs[0]).toMatchObject({
      call: { tool: 'read_file', arguments: { path: 'a' } },
      deadlineMs: 10_000,
    });
  });

  it('resolves an alias to its tool', async () => {
    const { jobs, call } = setUp();
    await call('get_local_time', {});
    expect(jobs[0]?.call.tool).toBe('get_current_time');
  });

  it('names the tools that exist when one does not', async () => {
    const { result } = await setUp().call('reed_file', {});
    expect(result).toMatchObject({ status: 'error', error_type: 'tool_not_found' });
    expect(result).toHaveProperty('message', expect.stringContaining("Did you mean 'read_file'"));
  });

  it('refuses a tool the agent does not have, and takes no host', async () => {
    const { jobs, call } = setUp();
    const { result } = await call(
      'http_request',
      { url: 'https://example.com' },
      { agent: { name: 'Reader', tools: ['read_file'] } },
    );
    expect(result).toMatchObject({ status: 'error', error_type: 'tool_not_available' });
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

  it.each([
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://192.168.1.1/',
    'http://[::1]/',
    'http://2130706433/',
  ])('asks before %s, and no is no', async (url) => {
    const { jobs, call } = setUp();
    const askHost = vi.fn<CallScope['askHost']>(async () => 'denied');
    expect((await call('http_request', { url }, { askHost })).result).toMatchObject({
      error_type: 'permission_denied',
    });
    expect(askHost).toHaveBeenCalledOnce();
    expect(jobs).toEqual([]);
  });

  it('goes on when the user allows the host', async () => {
    const { jobs, call } = setUp();
    await call('http_request', { url: 'http://localhost:1/' }, { askHost: async () => 'allowed' });
    expect(jobs).toHaveLength(1);
  });

  it.each([
    'ftp://example.com',
    'file:///etc/passwd',
    'not a url',
    'https://user:pass@example.com/',
    'javascript:alert(1)',
  ])('refuses %s as a URL', async (url) => {
    expect((await setUp().call('http_request', { url })).result).toMatchObject({
      error_type: 'validation_error',
    });
  });

  it('turns a bug in a port into an execution_error', async () => {
    const { call } = setUp();
    const askHost = () => Promise.reject(new Error('broken'));
    expect((await call('http_request', { url: 'http://localhost/' }, { askHost })).result).toMatchObject({
      error_type: 'execution_error',
      message: 'Tool execution failed: broken',
    });
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

  it('knows exactly the error types of the mission', () => {
    expect([...errorTypes].sort()).toEqual(
      [
        'tool_not_found',
        'tool_not_available',
        'validation_error',
        'permission_denied',
        'path_not_allowed',
        'file_not_found',
        'file_too_large',
        'binary_file',
        'storage_full',
        'network_error',
        'timeout',
        'cancelled',
        'interrupted',
        'execution_error',
      ].sort(),
    );
  });
});
