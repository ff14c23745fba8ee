/** Drives one run: gives the loop its ports, and turns whatever happens into an outcome. */
import type { BlobId, RunId, SessionId } from '#shared/ids.ts';
import { newId } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { imageTypes, type MediaBlock } from '#shared/conversation/content.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { createAsker } from '#workers/agent/ask-model.ts';
import { overBudget } from '#workers/agent/budget.ts';
import { runLoop, type ResumePoint } from '#workers/agent/loop.ts';
import type { LoopDeps } from '#workers/agent/loop-deps.ts';
import { resultMedia, type ToolDefinition } from '#shared/tools/tool.ts';
import { messageOf } from '#shared/message-of.ts';
import { toBase64 } from '#workers/text/base64.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { Spending } from '#workers/domains/budget/spending.ts';
import type { Executor } from '#workers/engine/calls/executor.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { RunPlan } from './run-plan.ts';
import type { RunStream } from './run-stream.ts';

export type DrivePorts = {
  blobs: Pick<BlobStore, 'read'>;
  executor: Executor;
  registry: Registry;
  spending: Spending;
};

export type Drive = { session: SessionId; run: RunId; plan: RunPlan; from?: ResumePoint };

/** Never throws: a bug of ours must still end the run, and say so. */
export async function driveRun(
  drive: Drive,
  stream: RunStream,
  signal: AbortSignal,
  ports: DrivePorts,
): Promise<Outcome> {
  const { agent } = drive.plan;
  const options = {
    run: drive.run,
    maxSteps: agent.maxSteps,
    parallelCalls: agent.parallelCalls ?? limits.parallelCalls,
    repeatedSteps: limits.repeatedSteps,
    failedSteps: limits.failedSteps,
  };
  try {
    // Asked before each request: other chats spend at the same time.
    const loopPorts = createLoopPorts(drive, stream, ports, async () => {
      const [day, today] = await Promise.all([ports.spending.budget(), ports.spending.soFar()]);
      return overBudget(stream.spent(), today, { run: agent.budget ?? {}, day });
    });
    return await runLoop(loopPorts, options, signal, drive.from);
  } catch (error) {
    const detail = messageOf(error);
    return { type: 'failed', error: { type: 'internal', detail } };
  }
}

function createLoopPorts(
  { session, run, plan }: Drive,
  stream: RunStream,
  { blobs, executor, registry }: DrivePorts,
  checkBudget: LoopDeps['overBudget'],
): LoopDeps {
  const { agent } = plan;
  const asker = createAsker({
    chain: plan.chain,
    system: agent.systemPrompt,
    tools: registry.select(agent),
    loadImages: createImageLoader(blobs),
  });
  return {
    emit: stream.emit,
    messages: () => stream.view().messages,
    author: asker.author,
    ask: asker.ask,
    call: (call, signal) =>
      executor.execute(call, {
        agent,
        session,
        run,
        signal,
        onStart: () => stream.emit({ type: 'tool-start', call: call.id, at: Date.now() }),
        onProgress: (text) => stream.emit({ type: 'tool-progress', call: call.id, text }),
      }),
    canStartEarly: (name) => canStartEarly(registry.find(name)),
    overBudget: checkBudget,
    newMessageId: () => newId('message'),
    newCallId: () => newId('call'),
    now: Date.now,
  };
}

/** A reply that breaks off would take a question back that the user is about to answer. */
function canStartEarly(tool: ToolDefinition | undefined): boolean {
  return tool !== undefined && tool.repeatable && !tool.waitsForUser;
}

/** Pictures as the wires want them; each is read once in a run. One that is too large or gone is sent as words. */
function createImageLoader(blobs: Pick<BlobStore, 'read'>) {
  const known = new Map<BlobId, string>();
  return async (messages: readonly Message[]): Promise<ReadonlyMap<BlobId, string>> => {
    for (const { blob, bytes } of messages.flatMap(imagesOf)) {
      if (known.has(blob) || bytes > limits.modelImageBytes) continue;
      const file = await blobs.read(blob);
      if (file) known.set(blob, toBase64(new Uint8Array(await file.arrayBuffer())));
    }
    return known;
  };
}

function imagesOf({ parts }: Message): MediaBlock[] {
  return parts
    .flatMap((part) => {
      if (part.type === 'image') return [part];
      return part.type === 'result' ? resultMedia(part.result) : [];
    })
    .filter(({ media_type }) => imageTypes.includes(media_type));
}
