/** A tool that creates a calendar event, as a file that the user opens in their calendar app. */
import { offeredFile } from '#shared/tools/device-action.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';
import { readRepeat } from './calendar/read-repeat.ts';
import { momentOf, openZone, wallOf, type WallTime, type Zone } from './calendar/time-zone.ts';
import { writeEvent } from './calendar/write-event.ts';
import { saveNew } from './save-new.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

export const createCalendarEvent = defineTool({
  name: 'create_calendar_event',
  title: 'Calendar event',
  description:
    'Create an event for the calendar of the device: a file that the user may open in their calendar app, on a button of the card.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 1, description: 'What it is.' },
      start: {
        type: 'string',
        minLength: 1,
        description: "'2026-03-29T19:00' in the time zone of the event, or '2026-03-29' for whole days.",
      },
      end: {
        type: 'string',
        description: 'Likewise; for whole days the last one. Defaults to an hour later, or the same day.',
      },
      time_zone: {
        type: 'string',
        description: "Where the event is, such as 'Europe/Berlin'. Defaults to that of the device.",
      },
      location: { type: 'string', description: 'Where it is.' },
      notes: { type: 'string', description: 'More about it.' },
      reminder: {
        type: 'array',
        maxItems: 5,
        description: 'When to remind, in minutes before the start.',
        items: { type: 'integer', minimum: 0, maximum: 40_320, description: 'Minutes before the start.' },
      },
      repeat: {
        type: 'string',
        description:
          "'daily', 'weekly', 'monthly', 'yearly', or a rule such as 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231'; COUNT=10 counts instead.",
      },
    },
    required: ['title', 'start'],
  },
  capabilities: ['host', 'files.write'],
  touches: { writes: ['workspace'] },
  returns: ['own-words'],
  contacts: { type: 'user' },
  timeoutSeconds: 10,
  waitsForUser: true,
  summaryParameter: 'title',
  async execute(args, { device, files }) {
    const title = oneLine(args.title);
    const times = readTimes(args.start, args.end, args.time_zone);
    const event = {
      ...{ title, location: oneLine(args.location ?? ''), notes: plain(args.notes ?? '') },
      ...{ reminders: args.reminder ?? [], repeat: readRepeat(args.repeat, times.zone) },
      ...times,
      uid: `${crypto.randomUUID()}@oneclaw`,
    };
    const text = writeEvent(event, Date.now());
    const name = `${title.slice(0, 60)}.ics`;
    const path = await saveNew(files, 'calendar', new File([text], name, { type: 'text/calendar' }));
    const what = describe(event);
    try {
      const { did } = await device.ask({ type: 'add-event', path, what });
      if (did !== 'offered')
        return `The user ${did} the event: ${what}. It is in the workspace as ${path}. Whether their calendar took it is not told to web pages.`;
      const content = `The event is offered to the user: ${what}. A button on the card of this call downloads it for their calendar app, now or later; the file is in the workspace as ${path}. Whether they add it is not told, so do not say that it is in the calendar.`;
      return { content, metadata: { [offeredFile]: path } };
    } catch (error) {
      if (!(error instanceof ToolError) || error.type !== 'permission_denied') throw error;
      const message = `The user dismissed the event, so it is in no calendar: ${what}. The file stays in the workspace as ${path}; open_file with 'other_app' offers it again.`;
      throw new ToolError('permission_denied', message);
    }
  },
});

/**
 * The library does not escape every kind of line break. An unescaped one would begin a new line in the file,
 * and so a new property.
 */
function plain(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  return lines.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ').trim();
}

function oneLine(text: string): string {
  return plain(text).replaceAll('\n', ' ');
}

type Times = { start: WallTime; end: WallTime; zone: Zone | undefined };

function describe({ title, start, zone }: Times & { title: string }): string {
  const when = new Date(start).toISOString();
  return `${title}, ${zone ? `${when.slice(0, 16).replace('T', ' ')} (${zone.name})` : when.slice(0, 10)}`;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

function readTimes(start: string, end: string | undefined, name: string | undefined): Times {
  if (isDay(start)) {
    const from = readDay('start', start);
    const last = end === undefined ? from : readDay('end', end.slice(0, 10));
    return inOrder({ start: from, end: last + dayMs, zone: undefined });
  }
  const zone = readZone(name);
  const from = readTime('start', start, zone);
  const to = end === undefined ? laterBy(hourMs, from, zone) : readTime('end', end, zone);
  return inOrder({ start: from, end: to, zone });
}

/** The local time `ms` milliseconds later, also if the clocks change in between. */
function laterBy(ms: number, wall: WallTime, zone: Zone): WallTime {
  const moment = momentOf(wall, zone);
  return moment === undefined ? wall + ms : wallOf(moment + ms, zone);
}

function inOrder(times: Times): Times {
  const moment = ({ zone }: Times, wall: WallTime) => (zone ? (momentOf(wall, zone) ?? wall) : wall);
  if (moment(times, times.end) <= moment(times, times.start))
    throw new ToolError('validation_error', "Parameter 'end' must be later than 'start'.");
  return times;
}

function readZone(name: string | undefined): Zone {
  const wanted = name ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return openZone(wanted);
  } catch {
    throw new ToolError(
      'validation_error',
      `Parameter 'time_zone' must be a name such as 'Europe/Berlin' or 'America/New_York', not '${wanted}'.`,
    );
  }
}

function readDay(parameter: string, text: string): WallTime {
  const day = isDay(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(text)) throw noTime(parameter, text);
  return day;
}

const timeForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;

/** A time with its own UTC offset is converted to the local time of the zone. */
function readTime(parameter: string, text: string, zone: Zone): WallTime {
  const parts = timeForm.exec(text.trim());
  if (!parts) throw noTime(parameter, text);
  const [, day = '', time = '', seconds = ':00', offset] = parts;
  const wall = Date.parse(`${day}T${time}${seconds}Z`);
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(day)) throw noTime(parameter, text);
  if (offset !== undefined) return wallOf(Date.parse(`${day}T${time}${seconds}${offset}`), zone);
  if (momentOf(wall, zone) === undefined)
    throw new ToolError(
      'validation_error',
      `Parameter '${parameter}': there is no ${text} in ${zone.name}, because the clocks go forward then. Give an earlier or a later time.`,
    );
  return wall;
}

function noTime(parameter: string, text: string): ToolError {
  return new ToolError(
    'validation_error',
    `Parameter '${parameter}' must be a time such as '2026-03-29T19:00', or a day such as '2026-03-29', not '${text.slice(0, 100)}'.`,
  );
}
