/** Limits a response before it is buffered: size of a message, event rate (token bucket), and total size. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpErrorType } from '#shared/mcp/mcp-error.ts';

const { messageBytes, streamBytes, eventBurst, eventsPerSecond } = mcpLimits;
const [lineFeed, carriageReturn] = [10, 13];

/** Counts the next bytes; returns the type of the limit they exceed, if any. */
export type Meter = (bytes: Uint8Array) => McpErrorType | undefined;

/** For a response that is a single message. */
export function meterMessage(): Meter {
  let total = 0;
  return (bytes) => ((total += bytes.byteLength) > messageBytes ? 'message_too_large' : undefined);
}

/** For server-sent events. An event ends with an empty line; lines end with LF, CR or CRLF. */
export function meterEvents(now: () => number): Meter {
  let total = 0;
  let eventSize = 0;
  let lineSize = 0;
  let before = 0;
  let allowance: number = eventBurst;
  let countedAt = now();

  function countEvent(): boolean {
    const at = now();
    // A clock that was set back must not reduce the allowance.
    const seconds = Math.max(0, at - countedAt) / 1000;
    allowance = Math.min(eventBurst, allowance + seconds * eventsPerSecond);
    countedAt = at;
    return --allowance >= 0;
  }

  return (bytes) => {
    total += bytes.byteLength;
    if (total > streamBytes) return 'stream_too_large';
    for (const byte of bytes) {
      // The LF of a CRLF does not end another line.
      const isRest = byte === lineFeed && before === carriageReturn;
      before = byte;
      if (isRest) continue;
      if (byte !== lineFeed && byte !== carriageReturn) {
        lineSize++;
        eventSize++;
        continue;
      }
      if (lineSize === 0 && eventSize > 0) {
        if (!countEvent()) return 'too_many_events';
        eventSize = 0;
      }
      lineSize = 0;
    }
    return eventSize > messageBytes ? 'message_too_large' : undefined;
  };
}
