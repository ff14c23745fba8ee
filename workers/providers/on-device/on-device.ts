/** The provider without a server: the browser's built-in model, or a GGUF file, with the tools in the prompt. */
import {
  builtInModel,
  fileOf,
  modelIdOf,
  type DeviceEvent,
  type DevicePrompt,
} from '#shared/models/device-model.ts';
import type {
  ModelEvent,
  ModelRequest,
  OnDeviceModels,
  Provider,
  ProviderTarget,
  StopReason,
} from '#workers/contracts/provider.ts';
import { createCallReader, type ReplyPart } from './call-reader.ts';
import { toolPrompt } from './tool-prompt.ts';
import { toolQuery, toTurns } from './turns.ts';

export const onDeviceProvider: Provider = {
  async *stream(request, target, { onDevice }, signal) {
    if (signal.aborted) return;
    if (!onDevice) yield noModel(target);
    else yield* readReply(write(request, target, onDevice, signal), request, signal);
  },

  async models(_target, { onDevice }) {
    if (!onDevice) return { ok: true, models: [] };
    const [state, files] = await Promise.all([onDevice.builtIn.state(), onDevice.files.list()]);
    const hasBuiltIn = state !== 'unsupported' && state !== 'unavailable';
    return {
      ok: true,
      models: [...(hasBuiltIn ? [builtInModel] : []), ...files.map(({ name }) => modelIdOf(name))],
    };
  },
};

function write(
  request: ModelRequest,
  { model, traits }: ProviderTarget,
  { builtIn, files }: OnDeviceModels,
  signal: AbortSignal,
): AsyncIterable<DeviceEvent> {
  const { contextTokens, outputTokens, toolTokens = contextTokens / 4 } = traits;
  const tools = toolPrompt(request.tools, toolTokens, toolQuery(request.messages));
  const system = [request.system, tools].filter(Boolean).join('\n\n');
  const prompt: DevicePrompt = { turns: toTurns(system, request.messages), outputTokens };
  const file = fileOf(model);
  return file === undefined
    ? builtIn.write(prompt, signal)
    : files.write({ file, contextTokens }, prompt, signal);
}

/** Turns the model's text into text, reasoning and calls. */
async function* readReply(
  events: AsyncIterable<DeviceEvent>,
  { tools, noCalls }: ModelRequest,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  const reader = createCallReader(new Set(noCalls ? [] : tools.map(({ name }) => name)));
  const kinds = new Set<ReplyPart['type']>();
  for await (const event of events) {
    if (signal.aborted) return;
    const parts = event.type === 'text' ? reader.push(event.text) : isLast(event) ? reader.end() : [];
    for (const part of parts) {
      kinds.add(part.type);
      yield toEvent(part);
    }
    if (event.type === 'usage' || event.type === 'error') yield event;
    // A model that invents results might never end; returning stops it.
    const reason = event.type === 'stop' ? event.reason : reader.isOver() ? 'end' : undefined;
    if (reason) yield { type: 'stop', reason: stopReason(reason, kinds.has('call')) };
    if (reason || event.type === 'error') return;
  }
}

function isLast({ type }: DeviceEvent): boolean {
  return type === 'stop' || type === 'error';
}

function stopReason(reason: 'end' | 'length', hasCalls: boolean): StopReason {
  if (hasCalls) return 'tool_calls';
  return reason === 'length' ? 'max_tokens' : 'end';
}

function toEvent(part: ReplyPart): ModelEvent {
  switch (part.type) {
    case 'text':
      return { type: 'text-delta', text: part.text };
    case 'reasoning':
      return { type: 'reasoning-delta', text: part.text };
    case 'call':
      return { type: 'call', id: '', name: part.name, arguments: part.arguments };
  }
}

function noModel({ model }: ProviderTarget): ModelEvent {
  return { type: 'error', error: { type: 'model_unusable', model } };
}
