/**
 * A call to an external tool: the host that validates its arguments is free again before the user is asked.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { Json } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import { runInEngine } from '#workers/engine/calls/in-engine/run-in-engine.ts';
import { createExecutor } from '#workers/engine/calls/executor.ts';
import { createToolHost, type ToolHost } from '#workers/engine/tool-hosts/tool-host.ts';
import { createToolHostPool } from '#workers/engine/tool-hosts/tool-host-pool.ts';
import type { MessageFromToolHost, MessageToToolHost } from '#workers/contracts/tool-host-protocol.ts';
import type { Refusal } from '#workers/engine/permissions/permission-gate.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { createExternalSource } from '#workers/external-tools/external-source.ts';
import { checkValues } from '#workers/tool-host/check-values.ts';
import { createMemoryServer } from '#tests/fixtures/mcp/external-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Behaviour = 'honest' | 'silent' | 'stuck' | 'crashing';

/** A worker that validates at once, or misbehaves. */
function fakeHost(behaviour: Behaviour, ended: () => void): ToolHost {
  const worker = {
    onmessage: undefined as ((event: { data: MessageFromToolHost }) => void) | undefined,
    onerror: undefined as ((event: object) => void) | undefined,
    terminate: ended,
    postMessage(message: MessageToToolHost) {
      if (message.type !== 'validate' || behaviour === 'silent') return;
      const tell = (data: MessageFromToolHost) => worker.onmessage?.({ data });
      const { execution, schema, values } = message;
      queueMicrotask(() => {
        if (behaviour === 'crashing')
          return worker.onerror?.({ preventDefault: () => undefined, message: 'out of memory' });
        tell({ type: 'taken', execution });
        if (behaviour === 'honest')
          tell({ type: 'checked', execution, verdict: checkValues(schema, values) });
      });
    },
  };
  return createToolHost(worker as unknown as Worker);
}

function setUp(behaviour: Behaviour = 'honest', refusal?: Refusal) {
  const server = createMemoryServer('Docs', [
    { name: 'find', parameters: { properties: { text: { type: 'string' } }, required: ['text'] } },
  ]);
  const registry = createRegistry([]);
  registry.attach(createExternalSource(server));
  let terminated = 0;
  const pool = createToolHostPool(() => fakeHost(behaviour, () => void terminated++), {
    busyHosts: 1,
    warmHostMs: 60_000,
  });
  const stop = new AbortController();
  const asked: string[] = [];
  const executor = createExecutor({
    registry,
    loadTools: async () => undefined,
    loadValidators: () => Promise.reject(new Error('No built-in schema is needed.')),
    pool,
    gate: {
      async check({ arguments: values }) {
        asked.push(JSON.stringify(values));
        // There is only one host: it answers only if no call holds it.
        const question = {
          execution: asId<'execution'>('other'),
          schema: { type: 'object' as const, properties: {} },
          values: {},
        };
        expect(await pool.check({ ...question, signal: stop.signal })).toEqual({ type: 'valid' });
        return refusal;
      },
    },
    keepBlob: async () => asId<'blob'>('none'),
    startProcess: () => Promise.reject(new Error('No process is started here.')),
    runInEngine: (tool, job, caller) => {
      const answer = registry.answerOf(tool);
      return answer ? runInEngine(job, answer, caller) : Promise.reject(new Error('It is gone.'));
    },
    hostPorts: () => ({}),
    onFilesChanged: () => undefined,
    now: () => 0,
    log: () => () => undefined,
  });
  const call = (values: Json) =>
    executor.execute(
      { id: asId<'call'>('c'), name: 'mcp__docs__find', arguments: values },
      {
        agent: { ...defaultAgent, tools: ['mcp__docs__*'] },
        run: asId<'run'>('r'),
        signal: stop.signal,
        onStart: () => undefined,
        onProgress: () => undefined,
        onOutput: () => undefined,
      },
    );
  return { server, call, asked, stop, terminated: () => terminated };
}

describe('a call to a tool from outside', () => {
  it('is checked, then asked about with the host free, then made under its own name', async () => {
    const { call, asked, server } = setUp();
    expect((await call({ text: 'x', more: 1 })).result).toEqual({
      status: 'success',
      result: 'Docs ran find',
    });
    expect(asked).toEqual(['{"text":"x","more":1}']);
    expect(server.calls).toEqual(['find']);
  });

  it.each<[string, Json, string]>([
    ['a wrong type', { text: 5 }, "Parameter 'text' expected type 'string' but got number 5."],
    ['a key of a prototype', JSON.parse('{"text": "x", "a": {"__proto__": 1}}') as Json, "'a.__proto__'"],
    ['no object', 'text', 'one JSON object'],
  ])('with %s is answered with the fault, and nobody is asked', async (_, values, message) => {
    const { call, asked, server } = setUp();
    expect((await call(values)).result).toMatchObject({
      error_type: 'validation_error',
      message: expect.stringContaining(message) as string,
    });
    expect([...asked, ...server.calls]).toEqual([]);
  });

  it('that was refused is not made', async () => {
    const { call, server } = setUp('honest', { errorType: 'permission_denied', message: 'No.' });
    expect((await call({ text: 'x' })).result).toMatchObject({ error_type: 'permission_denied' });
    expect(server.calls).toEqual([]);
  });

  it.each<[Behaviour, string]>([
    ['stuck', 'took longer than 2 s'],
    ['silent', 'did not start'],
    ['crashing', 'out of memory'],
  ])(
    'is not made when the check is %s: the host is killed, and the model hears why',
    async (behaviour, message) => {
      const { call, server, terminated } = setUp(behaviour);
      const report = call({ text: 'x' });
      await vi.advanceTimersByTimeAsync(behaviour === 'silent' ? 15_000 : limits.external.checkMs);
      expect((await report).result).toMatchObject({
        error_type: 'validation_error',
        message: expect.stringContaining(message) as string,
      });
      expect(terminated()).toBe(1);
      expect(server.calls).toEqual([]);
    },
  );

  it('is cancelled while it is checked, and the next one is not in its way', async () => {
    const { call, stop, terminated } = setUp('stuck');
    const report = call({ text: 'x' });
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    expect((await report).result).toMatchObject({ error_type: 'cancelled' });
    expect(terminated()).toBe(1);
  });
});
