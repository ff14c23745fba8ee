/** Watches the bytes of an event stream before anything buffers them: how long an event, how many of them, how many in all. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpErrorType } from '#shared/mcp/mcp-error.ts';

const { messageBytes, streamBytes, eventBurst, eventsPerSecond } = mcpLimits;
const [lineFeed, carriageReturn] = [10, 13];

/** Takes the next bytes; says which limit they break. */
export type Meter = (bytes: Uint8Array) => McpErrorType | undefined;

/** Of an answer that is one message. */
export function meterMessage(): Meter {
  let total = 0;
  return (bytes) => ((total += bytes.byteLength) > messageBytes ? 'message_too_large' : undefined);
}

/** Of server-sent events. An event ends with an empty line, whatever ends its lines. */
export function meterEvents(now: () => number): Meter {
  let total = 0;
  let eventSize = 0;
  let lineSize = 0;
  let before = 0;
  let allowance: number = eventBurst;
  let countedAt = now();

  function countEvent(): boolean {
    const at = now();
    // A clock that is set back takes nothing away.
    const seconds = Math.max(0, at - countedAt) / 1000;
    allowance = Math.min(eventBurst, allowance + seconds * eventsPerSecond);
    countedAt = at;
    return --allowance >= 0;
  }

  return (bytes) => {
    total += bytes.byteLength;
    if (total > streamBytes) return 'stream_too_large';
    for (const byte of bytes) {
      // The second half of a CRLF ends no line of its own.
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
