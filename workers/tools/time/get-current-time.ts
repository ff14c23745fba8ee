/** A tool that reports the current date and time in any time zone. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';

export const getCurrentTime = defineTool({
  name: 'get_current_time',
  title: 'Current time',
  description: 'Get the current date, weekday and time, in the device time zone or in a given one.',
  category: 'system',
  parameters: {
    type: 'object',
    properties: {
      timezone: {
        type: 'string',
        description:
          "IANA time zone, such as 'America/New_York' or 'Asia/Shanghai'. Defaults to the device time zone.",
      },
      format: {
        type: 'string',
        enum: ['iso8601', 'human_readable'],
        default: 'iso8601',
        description: "Output format: 'iso8601' (with UTC offset, weekday and zone) or 'human_readable'.",
      },
    },
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  summaryParameter: 'timezone',
  execute({ timezone, format = 'iso8601' }) {
    const zone = requireTimeZone(timezone);
    const now = new Date();
    return format === 'iso8601' ? formatIso(now, zone) : formatForPeople(now, zone);
  },
});

function requireTimeZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en-US', name ? { timeZone: name } : {}).resolvedOptions().timeZone;
  } catch {
    throw new ToolError(
      'validation_error',
      `Parameter 'timezone': '${name}' is not a time zone. Use an IANA name such as 'America/New_York', 'Europe/Berlin' or 'UTC'.`,
    );
  }
}

/** For example 2026-11-21T23:04:05.123+09:00 (Saturday, Asia/Tokyo). */
function formatIso(date: Date, timeZone: string): string {
  const parts = partsOf(date, {
    timeZone,
    hourCycle: 'h23',
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'longOffset',
  });
  // 'GMT+09:00', or plain 'GMT' for UTC itself.
  const offset = parts.timeZoneName?.replace('GMT', '') || '+00:00';
  const day = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`;
  return `${day}T${parts.hour}:${parts.minute}:${parts.second}.${parts.fractionalSecond}${offset} (${parts.weekday}, ${timeZone})`;
}

/** For example: Saturday, November 21, 2026 at 11:04:05 PM GMT+9 (Asia/Tokyo). */
function formatForPeople(date: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(date);
  return `${text} (${timeZone})`;
}

function partsOf(date: Date, options: Intl.DateTimeFormatOptions): Record<string, string | undefined> {
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(date);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}
