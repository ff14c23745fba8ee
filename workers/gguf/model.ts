/** Loads a GGUF model and generates replies; the only file that imports wllama. */
// wllama is llama.cpp compiled to WebAssembly, including chat templates; no other library runs GGUF without a
// server.
import { LoggerWithoutDebug, Wllama, type ChatCompletionChunk } from '@wllama/wllama/esm/index.js';
import wasm from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import type { DeviceEvent, DevicePrompt } from '#shared/models/device-model.ts';
import { explainFailure } from './explain-failure.ts';
import { replaceWorker } from './in-thread-worker.ts';

export type GgufModel = {
  /** Contract: never throws; yields nothing more after an abort. */
  write(prompt: DevicePrompt, signal: AbortSignal): AsyncIterable<DeviceEvent>;
};

/** Throws the library's errors; `explainFailure` classifies them. */
export async function loadModel(
  file: File,
  contextTokens: number,
  onRead: (bytes: number) => void,
): Promise<GgufModel> {
  const wasmUrl = new URL(wasm, self.location.href).href;
  replaceWorker(wasmUrl);
  const library = new Wllama(
    { default: wasmUrl },
    { logger: { ...LoggerWithoutDebug, log: () => undefined } },
  );
  await library.loadModel([watchReads(file, onRead)], {
    n_ctx: contextTokens,
    n_threads: 1,
    n_gpu_layers: 0,
    n_parallel: 1,
    // An abort takes effect between two batches; larger batches are hardly faster on one thread.
    n_batch: 128,
    warmup: false,
    jinja: true,
    // The on-device provider parses the replies of all models in the same way; wllama's parser fails at
    // incomplete calls.
    skip_chat_parsing: true,
    reasoning_format: 'none',
    // Small models gain little from reasoning, and on a phone it would take minutes.
    reasoning: false,
  });
  return { write: (prompt, signal) => write(library, prompt, signal) };
}

async function* write(
  library: Wllama,
  { turns, outputTokens }: DevicePrompt,
  signal: AbortSignal,
): AsyncIterable<DeviceEvent> {
  try {
    const chunks = await library.createChatCompletion({
      messages: turns.map(({ role, text }) => ({ role, content: text })),
      stream: true,
      max_tokens: outputTokens,
      temperature: 0.6,
      top_p: 0.95,
      cache_prompt: true,
      abortSignal: signal,
    });
    let reason: 'end' | 'length' = 'end';
    for await (const chunk of chunks) {
      yield* eventsOf(chunk);
      if (chunk.choices[0]?.finish_reason === 'length') reason = 'length';
    }
    if (!signal.aborted) yield { type: 'stop', reason };
  } catch (error) {
    if (!signal.aborted) yield { type: 'error', error: explainFailure(error) };
  }
}

function* eventsOf({ choices, usage, timings }: ChatCompletionChunk): Iterable<DeviceEvent> {
  const text = choices[0]?.delta.content;
  if (text) yield { type: 'text', text };
  if (usage) {
    const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage;
    yield { type: 'usage', usage: { inputTokens, outputTokens } };
  } else if (timings) {
    const inputTokens = timings.prompt_n + timings.cache_n;
    yield { type: 'usage', usage: { inputTokens, outputTokens: timings.predicted_n } };
  }
}

/** Reports how many bytes of a file were read, because wllama reports no progress for local files. */
function watchReads(file: File, onRead: (bytes: number) => void): File {
  let furthest = 0;
  const slice = file.slice.bind(file);
  Object.defineProperty(file, 'slice', {
    value: (start?: number, end: number = file.size, type?: string): Blob => {
      const reached = Math.min(end, file.size);
      if (reached > furthest) onRead((furthest = reached));
      return slice(start, end, type);
    },
  });
  return file;
}
