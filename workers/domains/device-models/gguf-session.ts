/** One model worker from its start to its end: it loads one file into memory and writes one reply at a time. */
import { assertNever } from '#shared/assert-never.ts';
import type { DeviceEvent, DevicePrompt } from '#shared/models/device-model.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { MessageFromGguf, MessageToGguf } from '#workers/gguf/protocol.ts';
import { createEventQueue } from './event-queue.ts';

export type GgufReply = {
  events: AsyncIterable<DeviceEvent>;
  /** Ends the events at once, though the worker may compute for a moment longer. */
  stop(): void;
  /** Resolves when the worker is free again, or terminated. */
  over: Promise<void>;
};

export type GgufSession = {
  file: string;
  /** Resolves when the model is loaded, or to the reason why it cannot be used. */
  loaded: Promise<ModelError | undefined>;
  reply(prompt: DevicePrompt): GgufReply;
  end(): void;
};

type Running = { reply: GgufReply; receive(event: DeviceEvent): void; finish(): void };

export function startGguf(
  worker: Worker,
  file: File,
  contextTokens: number,
  onProgress: (done: number) => void,
): GgufSession {
  const post = (message: MessageToGguf) => worker.postMessage(message);
  let onLoaded: (failure: ModelError | undefined) => void = () => undefined;
  const loaded = new Promise<ModelError | undefined>((resolve) => (onLoaded = resolve));
  let replies = 0;
  let running: Running | undefined;

  function fail(error: ModelError): void {
    onLoaded(error);
    running?.receive({ type: 'error', error });
    running?.finish();
  }

  worker.onmessage = ({ data }: MessageEvent<MessageFromGguf>) => {
    switch (data.type) {
      case 'progress':
        return onProgress(data.done);
      case 'loaded':
        return onLoaded(undefined);
      case 'failed':
        return fail(data.error);
      case 'event':
        return data.reply === replies ? running?.receive(data.event) : undefined;
      case 'stopped':
        return data.reply === replies ? running?.finish() : undefined;
      default:
        return assertNever(data);
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    worker.terminate();
    fail({ type: 'model_unusable', detail: event.message });
  };
  worker.onmessageerror = () => {
    worker.terminate();
    fail({ type: 'internal', detail: 'A message of the model worker could not be read.' });
  };
  post({ type: 'load', file, contextTokens });

  return {
    file: file.name,
    loaded,
    reply(prompt) {
      const reply = ++replies;
      running = startReply(() => post({ type: 'stop', reply }));
      post({ type: 'write', reply, prompt });
      return running.reply;
    },
    end() {
      worker.terminate();
      fail({ type: 'model_unusable' });
    },
  };
}

function startReply(tellStop: () => void): Running {
  const events = createEventQueue<DeviceEvent>();
  let onOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (onOver = resolve));
  return {
    reply: {
      events,
      stop() {
        events.end();
        tellStop();
      },
      over,
    },
    receive: events.push,
    finish() {
      events.end();
      onOver();
    },
  };
}
