/** Answers of the host that arrive after the script has ended. */
import { expect, it, vi } from 'vitest';
import { openBridge } from '#workers/runtimes/javascript/bridge.ts';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { defer } from '#workers/engine/tool-hosts/ports/defer.ts';

/** QuickJS checks for an interrupt once in 10,000 function calls. */
const calls = 12_000;

it.each(['an answer', 'an error'])(
  '%s of the host that comes too late reaches nobody, and breaks nothing',
  async (kind) => {
    const { quickJs } = await createInterpreter();
    const runtime = quickJs.newRuntime();
    let isOver = false;
    runtime.setInterruptHandler(() => isOver);
    const context = runtime.newContext();
    const answer = defer<string>();
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    const bridge = openBridge(context);
    const turn = bridge.begin({ slow: () => answer.promise }, () => isOver);
    const call = () => context.callFunction(bridge.entry, context.undefined, context.newString('slow'));
    for (let at = 0; at < calls; at++) context.unwrapResult(call());
    expect(turn.pending()).toBe(calls);
    const next = turn.next();
    isOver = true;
    if (kind === 'an answer') answer.resolve('late');
    else answer.reject(new Error('late'));
    await next;
    await vi.waitUntil(() => turn.pending() === 0);
    // Unhandled rejections are reported after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  },
);
