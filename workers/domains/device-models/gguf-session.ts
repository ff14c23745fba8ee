/** One model worker from its start to its end: it reads one file into memory and writes one reply at a time. */
import { assertNever } from '#shared/assert-never.ts';
import type { DeviceEvent, DevicePrompt } from '#shared/models/device-model.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { MessageFromGguf, MessageToGguf } from '#workers/gguf/protocol.ts';
import { createEventQueue } from './event-queue.ts';

export type GgufReply = {
  events: AsyncIterable<DeviceEvent>;
  /** No event follows, though the worker may compute on for a moment. */
  stop(): void;
  /** The worker is free again, or dead. */
  over: Promise<void>;
};

export type GgufLife = {
  file: string;
  /** Why the model cannot be used, where it cannot. */
  loaded: Promise<ModelError | undefined>;
  reply(prompt: DevicePrompt): GgufReply;
  end(): void;
};

type Running = { receive(event: DeviceEvent): void; finish(): void };

export function startLife(
  worker: Worker,
  file: File,
  contextTokens: number,
  onProgress: (done: number) => void,
): GgufLife {
  const tell = (message: MessageToGguf) => worker.postMessage(message);
  let replies = 0;
  let running: Running | undefined;
  let onLoaded: (failure: ModelError | undefined) => void = () => undefined;
  const loaded = new Promise<ModelError | undefined>((resolve) => (onLoaded = resolve));

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
        return onLoaded(data.error);
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
  tell({ type: 'load', file, contextTokens });

  return {
    file: file.name,
    loaded,
    reply(prompt) {
      const reply = ++replies;
      const events = createEventQueue<DeviceEvent>();
      const over = new Promise<void>((resolve) => {
        running = {
          receive: events.push,
          finish() {
            events.end();
            resolve();
          },
        };
      });
      tell({ type: 'write', reply, prompt });
      const stop = () => {
        events.end();
        tell({ type: 'stop', reply });
      };
      return { events, stop, over };
    },
    end() {
      worker.terminate();
      fail({ type: 'model_unusable' });
    },
  };
}
