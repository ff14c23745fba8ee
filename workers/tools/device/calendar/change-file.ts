/** Adds events to a calendar file, or changes one in it. All other bytes of the file stay as they are. */
import ICAL from 'ical.js';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { newUid, readEvent, type EventArgs } from './read-event.ts';
import {
  changeBody,
  writeBody,
  writeCalendar,
  zoneOf,
  type CalendarEvent,
  type Events,
} from './write-event.ts';

/** A file that people keep is far smaller; larger ones take long to parse. */
const maxBytes = 2_000_000;
const block = /^BEGIN:VEVENT\r?\n[^]*?^END:VEVENT\r?\n?/gim;
const zoneName = /^TZID:(.*?)\r?$/gim;
const end = /^END:VCALENDAR\b/im;

type Changing = Pick<ToolFiles, 'change'>;

/** A file that does not exist is made. */
export async function addEvents(files: Changing, path: string, events: Events): Promise<void> {
  await files.change([path], async (read) => {
    const file = await read(path);
    if (!file) return [{ type: 'write', path, content: writeCalendar(events, Date.now()) }];
    const text = await textOf(file, path);
    const at = end.exec(text)?.index;
    if (at === undefined) throw unfit(path, 'is not an iCalendar file');
    const bodies = events.map((event) => `${writeBody(event, Date.now()).toString()}\r\n`);
    return [
      { type: 'write', path, content: insert(text, at, missingZone(text, events[0]) + bodies.join('')) },
    ];
  });
}

/** Changes the one event with this title, or whose title contains it. What `args` does not name stays. */
export async function changeEvent(
  files: Changing,
  path: string,
  title: string,
  args: EventArgs,
): Promise<CalendarEvent> {
  let changed: CalendarEvent | undefined;
  await files.change([path], async (read) => {
    const file = await read(path);
    if (!file) throw new ToolError('file_not_found', `There is no ${path}.`);
    const text = await textOf(file, path);
    const { at, length, body } = findEvent(text, title, path);
    changed = readEvent(args, knownOf(body));
    changeBody(body, changed, Date.now());
    const after = `${text.slice(0, at)}${body.toString()}\r\n${text.slice(at + length)}`;
    return [{ type: 'write', path, content: insert(after, at, missingZone(text, changed)) }];
  });
  if (!changed) throw new ToolError('execution_error', `${path} was not changed.`);
  return changed;
}

function knownOf(body: ICAL.Component): Parameters<typeof readEvent>[1] {
  const zone = body.getFirstProperty('dtstart')?.getFirstParameter('tzid');
  return {
    zone: zone || undefined,
    lengthMs: 1_000 * new ICAL.Event(body).duration.toSeconds(),
    isDays: new ICAL.Event(body).startDate.isDate,
    uid: String(body.getFirstPropertyValue('uid') ?? newUid()),
    sequence: Number(body.getFirstPropertyValue('sequence') ?? 0),
  };
}

async function textOf(file: File, path: string): Promise<string> {
  if (file.size > maxBytes) throw unfit(path, `is larger than ${maxBytes / 1e6} MB`);
  return decode(new Uint8Array(await file.arrayBuffer()), path);
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unfit(path, 'is not UTF-8 text');
  }
}

function insert(text: string, at: number, part: string): string {
  return text.slice(0, at) + part + text.slice(at);
}

/** Empty if the file has the rules of the event's time zone. */
function missingZone(text: string, event: CalendarEvent): string {
  const names = [...text.matchAll(zoneName)].map(([, name]) => name);
  const zone = event.zone && names.includes(event.zone.name) ? undefined : zoneOf(event);
  return zone ? `${zone.toString()}\r\n` : '';
}

type Found = { at: number; length: number; body: ICAL.Component };

function findEvent(text: string, title: string, path: string): Found {
  const all = [...text.matchAll(block)].map((match) => ({
    ...{ at: match.index, length: match[0].length, body: parse(match[0], path) },
  }));
  const wanted = title.trim().toLowerCase();
  const titleOf = ({ body }: Found) => String(body.getFirstPropertyValue('summary')).trim().toLowerCase();
  const same = all.filter((each) => titleOf(each) === wanted);
  const found = same.length > 0 ? same : all.filter((each) => titleOf(each).includes(wanted));
  const [one] = found;
  if (one && found.length === 1) return one;
  const count = found.length === 0 ? 'no event has' : `${found.length} events have`;
  const advice = 'Read the file for its titles.';
  throw new ToolError('validation_error', `In ${path} ${count} the title '${title}'. ${advice}`);
}

function parse(text: string, path: string): ICAL.Component {
  try {
    return new ICAL.Component(ICAL.parse(text) as never);
  } catch {
    // The library's message quotes the file, which the model has not asked to read.
    throw unfit(path, 'has an event that is damaged');
  }
}

function unfit(path: string, why: string): ToolError {
  return new ToolError('validation_error', `${path} ${why}. Omit 'file' to make a new calendar file.`);
}
