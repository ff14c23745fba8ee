/** The browser's built-in model (Prompt API): state, download and replies. Workers do not have the API. */
import type { BuiltInState, DeviceEvent, DevicePrompt, DeviceTurn } from '#shared/models/device-model.ts';
import type { ModelError, ModelErrorType } from '#shared/models/provider.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';

// The part of https://webmachinelearning.github.io/prompt-api/ used here; not in the DOM types yet.
type ExpectedContent = { type: 'text'; languages: string[] };
type ModelOptions = { expectedInputs?: ExpectedContent[]; expectedOutputs?: ExpectedContent[] };
type CreateOptions = ModelOptions & {
  initialPrompts?: { role: DeviceTurn['role']; content: string }[];
  signal: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
};
type ModelSession = {
  promptStreaming(input: string, options: { signal: AbortSignal }): ReadableStream<string>;
  destroy(): void;
};
type LanguageModelFactory = {
  availability(options?: ModelOptions): Promise<Exclude<BuiltInState, 'unsupported'>>;
  create(options: CreateOptions): Promise<ModelSession>;
};

function findFactory(): LanguageModelFactory | undefined {
  return (globalThis as { LanguageModel?: LanguageModelFactory }).LanguageModel;
}

export async function builtInState(): Promise<BuiltInState> {
  const factory = findFactory();
  if (!factory) return 'unsupported';
  return (await chooseOptions(factory)).state;
}

/** Contract: call it from a user gesture, which browsers require for the download. `onProgress` gets 0 to 1. */
export async function downloadBuiltIn(
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<ModelError | undefined> {
  const factory = findFactory();
  if (!factory) return { type: 'model_unusable' };
  const monitor = (events: EventTarget) =>
    events.addEventListener('downloadprogress', (event) => {
      if ('loaded' in event && typeof event.loaded === 'number') onProgress(event.loaded);
    });
  try {
    const { options } = await chooseOptions(factory);
    (await factory.create({ ...options, signal, monitor })).destroy();
    return undefined;
  } catch (error) {
    return signal.aborted ? undefined : explain(error);
  }
}

/** Streams one reply to the port; any message from the port aborts it. */
export async function writeBuiltIn(prompt: DevicePrompt, port: MessagePort): Promise<void> {
  const abort = new AbortController();
  port.onmessage = () => abort.abort();
  port.onmessageerror = () => abort.abort();
  const tell = (event: DeviceEvent) => port.postMessage(event);
  try {
    await write(prompt, tell, abort.signal);
  } catch (error) {
    if (!abort.signal.aborted) tell({ type: 'error', error: explain(error) });
  } finally {
    // Closing the port would drop unread messages; the engine closes its end.
    port.onmessage = null;
  }
}

async function write(
  { turns }: DevicePrompt,
  tell: (event: DeviceEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const factory = findFactory();
  if (!factory) return tell({ type: 'error', error: { type: 'model_unusable', model: 'built-in' } });
  const { state, options } = await chooseOptions(factory);
  // Creating a session would start a download of gigabytes.
  if (state !== 'available') {
    const type = state === 'unavailable' ? 'model_unusable' : 'model_not_ready';
    return tell({ type: 'error', error: { type } });
  }
  const initialPrompts = turns.slice(0, -1).map(({ role, text }) => ({ role, content: text }));
  const session = await factory.create({ ...options, initialPrompts, signal });
  try {
    const reader = session.promptStreaming(turns.at(-1)?.text ?? '', { signal }).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      tell({ type: 'text', text: chunk.value });
    if (!signal.aborted) tell({ type: 'stop', reason: 'end' });
  } finally {
    session.destroy();
  }
}

/** Availability depends on the language: falls back to English if the model does not support the user's. */
async function chooseOptions(
  factory: LanguageModelFactory,
): Promise<{ state: Exclude<BuiltInState, 'unsupported'>; options: ModelOptions }> {
  const own = optionsFor(document.documentElement.lang || 'en');
  const state = await factory.availability(own);
  if (state !== 'unavailable') return { state, options: own };
  const english = optionsFor('en');
  return { state: await factory.availability(english), options: english };
}

function optionsFor(language: string): ModelOptions {
  const expected: ExpectedContent[] = [{ type: 'text', languages: [language] }];
  return { expectedInputs: expected, expectedOutputs: expected };
}

/** https://webmachinelearning.github.io/prompt-api/#errors */
const errorTypes: Record<string, ModelErrorType> = {
  QuotaExceededError: 'context_too_long',
  NotAllowedError: 'model_not_ready',
  NotReadableError: 'refused',
  NotSupportedError: 'model_unusable',
  NetworkError: 'offline',
};

function explain(error: unknown): ModelError {
  const name = error instanceof Error ? error.name : '';
  const detail = messageOf(error);
  return { type: errorTypes[name] ?? 'model_unusable', detail: shorten(detail, 300) };
}
