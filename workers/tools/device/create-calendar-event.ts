/** A tool that creates a calendar event, as a file that the user opens in their calendar app. */
import { offeredFile } from '#shared/tools/device-action.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';
import { addEvents, changeEvent } from './calendar/change-file.ts';
import { readEvents, type EventArgs } from './calendar/read-event.ts';
import { writeCalendar, type CalendarEvent, type Events } from './calendar/write-event.ts';
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
      also_on: {
        type: 'array',
        maxItems: 60,
        description: "Further days on which it takes place, for dates that 'repeat' cannot say.",
        items: { type: 'string', description: "A day such as '2026-03-31'." },
      },
      file: {
        type: 'string',
        description:
          "A calendar file of the workspace, such as 'calendar/trip.ics', which is made if there is none: the event is added to it, so that the user opens one file for all.",
      },
      replaces: {
        type: 'string',
        description:
          "The title of the event in 'file' that this call changes; what is not given stays, and calendars update it.",
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
    const { path, events } = await saveEvents(args, files);
    const what = events.map(describe).join('; ');
    try {
      const { did } = await device.ask({ type: 'add-event', path, what });
      if (did !== 'offered')
        return `The user ${did} the event (${path}): ${what}. Whether their calendar took it is not told.`;
      const content = `Offered to the user, on a button that downloads ${path}: ${what}. Whether they add it is not told: do not say that it is in the calendar.`;
      return { content, metadata: { [offeredFile]: path } };
    } catch (error) {
      if (!(error instanceof ToolError) || error.type !== 'permission_denied') throw error;
      const message = `The user dismissed the event, so it is in no calendar: ${what}. The file stays in the workspace as ${path}; open_file with 'other_app' offers it again.`;
      throw new ToolError('permission_denied', message);
    }
  },
});

type Args = EventArgs & { file?: string; replaces?: string };

/** A file that is named and does not exist is made. */
async function saveEvents(
  { file, replaces, ...args }: Args,
  files: ToolFiles,
): Promise<{ path: string; events: Events }> {
  if (replaces !== undefined) {
    if (file === undefined)
      throw invalid("Parameter 'replaces' needs 'file': the path of the calendar file.");
    if (args.also_on !== undefined) throw invalid("'replaces' changes one event: omit 'also_on'.");
    return { path: file, events: [await changeEvent(files, file, replaces, args)] };
  }
  const events = readEvents(args);
  if (file !== undefined) {
    await addEvents(files, file, events);
    return { path: file, events };
  }
  const name = `${events[0].title.slice(0, 60)}.ics`;
  const text = writeCalendar(events, Date.now());
  const path = await saveNew(files, 'calendar', new File([text], name, { type: 'text/calendar' }));
  return { path, events };
}

function invalid(message: string): ToolError {
  return new ToolError('validation_error', message);
}

function describe({ title, start, zone }: CalendarEvent): string {
  const when = new Date(start).toISOString();
  return `${title}, ${zone ? `${when.slice(0, 16).replace('T', ' ')} (${zone.name})` : when.slice(0, 10)}`;
}
