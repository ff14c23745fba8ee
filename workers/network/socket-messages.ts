/** A WebSocket as an async iterable of bounded messages. */
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export type RawSocket = Pick<
  WebSocket,
  'addEventListener' | 'binaryType' | 'bufferedAmount' | 'close' | 'protocol' | 'send'
>;
export type SocketMessage = string | Uint8Array<ArrayBuffer>;

export type OpenSocket = {
  /** The protocol that the server chose; '' for none. */
  protocol: string;
  /** @throws ToolError */
  send(message: SocketMessage): void;
  /** In order, each once; ends when the socket is closed. Throws a ToolError if it was lost, stopped or over a limit. */
  messages(): AsyncGenerator<SocketMessage, void>;
  /** Messages that were received before can still be read. Idempotent. */
  close(): void;
};

/** https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1; a page may send 1000 and those from 3000 on only. */
const closedNormally = 1000;

/** Rejects if the socket does not open, with a ToolError `cancelled` if `signal` aborted it. */
export async function wrapSocket(
  raw: RawSocket,
  host: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<OpenSocket> {
  raw.binaryType = 'arraybuffer';
  const inbox = createInbox(host, maxBytes);
  const over = new AbortController();
  const end = (error?: ToolError) => {
    inbox.end(error);
    over.abort();
    raw.close(closedNormally);
  };
  const stop = () => end(new ToolError('cancelled', `The WebSocket to ${host} was stopped.`));
  signal.addEventListener('abort', stop, { once: true, signal: over.signal });
  raw.addEventListener('message', ({ data }) => {
    const error = inbox.add(data);
    if (error) end(error);
  });
  await new Promise<void>((resolve, reject) => {
    raw.addEventListener('open', () => resolve());
    raw.addEventListener('close', ({ wasClean, code }) => {
      end(wasClean ? undefined : lost(host, code));
      reject(lost(host, code));
    });
    over.signal.addEventListener('abort', () => reject(inbox.error() ?? lost(host, closedNormally)));
    if (signal.aborted) stop();
  });
  return {
    protocol: raw.protocol,
    close: () => end(),
    messages: () => inbox.read(),
    send(message) {
      if (inbox.isOver()) throw inbox.error() ?? lost(host, closedNormally);
      const bytes = sizeOf(message);
      if (bytes > maxBytes)
        throw new ToolError(
          'validation_error',
          `The message has ${bytes} bytes, and ${maxBytes} are allowed. Send less.`,
        );
      if (raw.bufferedAmount + bytes > limits.networkBytes)
        throw new ToolError(
          'network_error',
          `${host} does not take messages as fast as they are sent. Wait before sending more.`,
        );
      raw.send(message);
    },
  };
}

/** Received messages that were not read yet, at most `limits.networkBytes`. */
function createInbox(host: string, maxBytes: number) {
  const waiting: SocketMessage[] = [];
  let bytes = 0;
  let ending: { error: ToolError | undefined } | undefined;
  let wake = () => {};

  function end(error?: ToolError): void {
    ending ??= { error };
    wake();
  }

  return {
    end,
    isOver: () => ending !== undefined,
    error: () => ending?.error,
    add(data: unknown): ToolError | undefined {
      if (ending) return undefined;
      const message = data instanceof ArrayBuffer ? new Uint8Array(data) : String(data);
      const size = sizeOf(message);
      if (size > maxBytes)
        return new ToolError(
          'network_error',
          `${host} sent a message of more than ${maxBytes} bytes, so the WebSocket was closed. Allow larger ones, or ask the server for less.`,
        );
      if (bytes + size > limits.networkBytes)
        return new ToolError(
          'network_error',
          `${host} sent more than was read, so the WebSocket was closed. Read the messages as they come.`,
        );
      waiting.push(message);
      bytes += size;
      wake();
      return undefined;
    },
    async *read(): AsyncGenerator<SocketMessage, void> {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) {
          bytes -= sizeOf(next);
          yield next;
        } else if (ending) {
          if (ending.error) throw ending.error;
          return;
        } else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

function sizeOf(message: SocketMessage): number {
  return typeof message === 'string' ? new TextEncoder().encode(message).length : message.length;
}

function lost(host: string, code: number): ToolError {
  return new ToolError(
    'network_error',
    `The WebSocket to ${host} is closed (code ${code}). Open a new one to go on.`,
  );
}
