/** A tool that creates a calendar event, as a file that the user opens in their calendar app. */
import { offeredFile } from '#shared/tools/device-action.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';
import { readRepeat } from './calendar/read-repeat.ts';
import { readTimes, type Times } from './calendar/read-times.ts';
import { putEvent } from './calendar/put-event.ts';
import { writeCalendar, type CalendarEvent } from './calendar/write-event.ts';
import { saveNew } from './save-new.ts';

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
      file: {
        type: 'string',
        description:
          'A calendar file of the workspace, such as that of an earlier call: the event is added to it, so that the user opens one file for all.',
      },
      replaces: {
        type: 'string',
        description: "The title of the event in 'file' that this one changes; calendars update it.",
      },
    },
    required: ['title', 'start'],
  },
  capabilities: ['host', 'files.read', 'files.write'],
  touches: { reads: ['workspace'], writes: ['workspace'] },
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
    const path = await saveEvent(event, args, files);
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

/** Returns the path of the file with the event. */
async function saveEvent(
  event: CalendarEvent,
  { file, replaces }: { file?: string; replaces?: string },
  files: ToolFiles,
): Promise<string> {
  if (file === undefined && replaces !== undefined)
    throw new ToolError(
      'validation_error',
      "Parameter 'replaces' needs 'file': the path of the calendar file.",
    );
  if (file !== undefined) {
    await putEvent(files, file, event, replaces);
    return file;
  }
  const name = `${event.title.slice(0, 60)}.ics`;
  const text = writeCalendar(event, Date.now());
  return saveNew(files, 'calendar', new File([text], name, { type: 'text/calendar' }));
}

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

function describe({ title, start, zone }: Times & { title: string }): string {
  const when = new Date(start).toISOString();
  return `${title}, ${zone ? `${when.slice(0, 16).replace('T', ' ')} (${zone.name})` : when.slice(0, 10)}`;
}
