/** Entry of the model worker: holds one GGUF file, writes one reply at a time, and is terminated to free its memory. */
import type { ModelError } from '#shared/models/provider.ts';
import { explainFailure } from './gguf/explain-failure.ts';
import { loadModel, type GgufModel } from './gguf/model.ts';
import type { MessageFromGguf, MessageToGguf } from './gguf/protocol.ts';

let model: GgufModel | undefined;
let writing: { reply: number; abort: AbortController } | undefined;

onmessage = ({ data }: MessageEvent<MessageToGguf>) => {
  if (data.type === 'load') void load(data);
  else if (data.type === 'write') void write(data);
  else if (writing?.reply === data.reply) writing.abort.abort();
};

onmessageerror = () => {
  const error: ModelError = { type: 'internal', detail: 'A message of the engine could not be read.' };
  tell({ type: 'failed', error });
};

async function load({ file, contextTokens }: MessageToGguf & { type: 'load' }): Promise<void> {
  try {
    model = await loadModel(file, contextTokens, (done) => tell({ type: 'progress', done }));
    tell({ type: 'loaded' });
  } catch (error) {
    tell({ type: 'failed', error: explainFailure(error) });
  }
}

async function write({ reply, prompt }: MessageToGguf & { type: 'write' }): Promise<void> {
  const abort = new AbortController();
  writing = { reply, abort };
  for await (const event of model?.write(prompt, abort.signal) ?? []) tell({ type: 'event', reply, event });
  writing = undefined;
  tell({ type: 'stopped', reply });
}

function tell(message: MessageFromGguf): void {
  postMessage(message);
}
