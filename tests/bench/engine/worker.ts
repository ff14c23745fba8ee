/** Measures the engine's own CPU cost in the thread in which it runs, compared with baselines. */
import { wrap } from 'comlink';
import { trustedScriptUrl } from '#shared/trusted-url.ts';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import { createExecutor } from '#workers/engine/calls/executor.ts';
import { createToolHost } from '#workers/engine/tool-hosts/tool-host.ts';
import { createToolHostPool } from '#workers/engine/tool-hosts/tool-host-pool.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { spawnToolHost } from '#workers/engine/tool-hosts/spawn-tool-host.ts';
import { openFolders } from '#workers/storage/folders.ts';
import { measureRuns } from './run-cost.ts';
import floorUrl from './floor.ts?worker&url';

const rounds = 2_000;

async function main(): Promise<void> {
  const folders = await openFolders();
  const pool = createToolHostPool(() => createToolHost(spawnToolHost()), {
    busyHosts: 8,
    warmHostMs: 60_000,
  });
  const executor = createExecutor({
    registry: createRegistry(definitions),
    loadTools: async () => undefined,
    loadValidators: async () => validators,
    gate: { check: () => Promise.resolve(undefined) },
    pool,
    startProcess: () => Promise.reject(new Error('No process is started here.')),
    runInEngine: () => Promise.reject(new Error('No tool here runs in the engine.')),
    hostPorts: () => ({}),
    onFilesChanged: () => undefined,
    keepBlob: async () => asId<'blob'>('bench/none'),
    log: () => () => undefined,
    now: () => performance.now(),
  });
  const scope = {
    agent: defaultAgent,
    run: newId('run'),
    signal: new AbortController().signal,
    onStart: () => undefined,
    onProgress: () => undefined,
    onOutput: () => undefined,
  };
  const call = (name: string, values = {}) =>
    executor.execute({ id: newId('call'), name, arguments: values }, scope);
  const floor = wrap<{ ping(value: unknown): unknown; bytes(count: number): Uint8Array }>(
    new Worker(trustedScriptUrl(floorUrl), { type: 'module' }),
  );
  await Promise.all([call('noop'), floor.ping(1)]);

  const [ours = [], bare = []] = await interleave(
    () => call('noop'),
    () => Promise.resolve(floor.ping({ tool: 'noop', arguments: {} })),
  );
  const cold = await time(() =>
    Promise.all(Array.from({ length: 8 }, () => call('test_wait', { milliseconds: 20 }))),
  );
  const warm: number[] = [];
  for (let round = 0; round < 15; round++)
    warm.push(
      await time(() => Promise.all(Array.from({ length: 8 }, () => call('test_wait', { milliseconds: 20 })))),
    );
  const megabyte = 1024 * 1024;
  await Promise.all([call('test_bytes', { bytes: 1 }), floor.bytes(1)]);
  const [moved = [], fresh = []] = await interleave(
    () => call('test_bytes', { bytes: megabyte }),
    () => Promise.resolve(floor.bytes(megabyte)),
  );
  const killers: Record<string, number> = {};
  for (const name of ['test_loop', 'test_regex', 'test_parse', 'test_storm'])
    killers[name] = (await time(() => call(name))) - 1_000;
  postMessage({
    call: summary(ours),
    roundTrip: summary(bare),
    cold,
    warm: median(warm),
    killers,
    moved: summary(moved),
    fresh: summary(fresh),
    ...registration(),
    runs: await measureRuns(folders),
  });
}

/** Alternates between the works, so that other load on the machine affects all of them equally. */
async function interleave(...works: (() => Promise<unknown>)[]): Promise<number[][]> {
  const times: number[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries()) times[index]?.push(await time(work));
  return times;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function registration(): { register: number; registerFloor: number } {
  const [first] = definitions;
  if (!first) throw new Error('There are no tools.');
  const many = Array.from({ length: 1_000 }, (_, index) => ({ ...first, name: `tool_${index}` }));
  const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < 200; round++) {
    let start = performance.now();
    createRegistry(many);
    ours.push(performance.now() - start);
    start = performance.now();
    const map = new Map<string, unknown>();
    for (const tool of many) if (snakeCase.test(tool.name)) map.set(tool.name, tool);
    floor.push(performance.now() - start);
  }
  return { register: median(ours), registerFloor: median(floor) };
}

function summary(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  return { p50: median(values), p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

void main();
