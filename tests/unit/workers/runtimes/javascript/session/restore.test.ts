/** What happens to the variables of a conversation when restoring them, or a fresh script, goes wrong. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messageOf } from '#shared/message-of.ts';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { runJavaScript } from '#workers/runtimes/javascript/run-javascript.ts';
import {
  createJavaScriptHost,
  type JavaScriptHost,
} from '#workers/runtimes/javascript/session/javascript-host.ts';
import { contentOf, createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let host: JavaScriptHost;

type Given = { timeoutMs?: number; fresh?: boolean; javascript?: JavaScriptHost };

async function run(code: string, { timeoutMs = 20_000, fresh = false, javascript = host }: Given = {}) {
  try {
    return String(contentOf(await runJavaScript(javascript, { code, timeoutMs, fresh }, workspace.context)));
  } catch (error) {
    return messageOf(error);
  }
}

/** As after a reload. */
function restart(): void {
  host = createJavaScriptHost(createInterpreter);
}

beforeEach(async () => {
  workspace = await createTestWorkspace();
  restart();
});
afterEach(() => void vi.restoreAllMocks());

it('variables that are not restored in time are kept for the next call', async () => {
  await run('class Slow { static steps = (() => { let n = 0; while (n < 100_000) n++; return n })() }');
  restart();
  // Four seconds pass with each look at the clock.
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 4_000));
  expect(await run('Slow.steps')).toMatch(/not be restored in 3 s.*still kept.*again.*fresh: true/s);
  clock.mockRestore();
  expect(await run('typeof Slow', { fresh: true })).toBe('=> undefined');
  expect(await run('Slow.steps')).toBe('=> 100000');
});

it('variables that cannot be restored are given up, so that the next script runs', async () => {
  await run('const a = 1');
  workspace.kept.set(
    'javascript',
    String(workspace.kept.get('javascript')).replace('"names":[', '"names":[null,'),
  );
  restart();
  expect(await run('1')).toContain('could not be restored and are lost');
  expect(await run('typeof a')).toBe('=> undefined');
});

it('a fresh script that is stopped or breaks does no harm to the variables', async () => {
  // A closure is only in the interpreter.
  await run('const count = (() => { let n = 0; return () => ++n })()');
  expect(await run('for (;;);', { fresh: true, timeoutMs: 100 })).toContain('stopped after 0.1 s.');
  expect(await run('count()')).toBe('=> 1');
  const broken: JavaScriptHost = {
    ...host,
    fresh: async () => ({
      ...(await host.fresh()),
      begin: () => {
        throw new WebAssembly.RuntimeError('unreachable');
      },
    }),
  };
  expect(await run('1', { fresh: true, javascript: broken })).toContain(
    'The interpreter broke (unreachable). Use less memory',
  );
  expect(await run('count()')).toBe('=> 2');
});
