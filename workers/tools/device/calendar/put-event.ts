/** Adds an event to a calendar file, or changes one in it. All other bytes of the file stay as they are. */
import ICAL from 'ical.js';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { writeBody, zoneOf, type CalendarEvent } from './write-event.ts';

/** A file that people keep is far smaller; larger ones take long to parse. */
const maxBytes = 2_000_000;
const block = /^BEGIN:VEVENT\r?\n[^]*?^END:VEVENT\r?\n?/gim;
const zoneName = /^TZID:(.*?)\r?$/gim;
const end = /^END:VCALENDAR\b/im;

/** `replaces`: the title of the event to change, which keeps its identity; without it the event is added. */
export async function putEvent(
  files: Pick<ToolFiles, 'change'>,
  path: string,
  event: CalendarEvent,
  replaces: string | undefined,
): Promise<void> {
  await files.change([path], async (read) => {
    const file = await read(path);
    if (!file) throw new ToolError('file_not_found', `There is no ${path}. Omit 'file' to make a new one.`);
    if (file.size > maxBytes) throw unfit(path, `is larger than ${maxBytes / 1e6} MB`);
    const text = decode(new Uint8Array(await file.arrayBuffer()), path);
    return [{ type: 'write', path, content: withEvent(text, event, replaces, path) }];
  });
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unfit(path, 'is not UTF-8 text');
  }
}

function withEvent(text: string, event: CalendarEvent, replaces: string | undefined, path: string): string {
  const at = end.exec(text)?.index;
  if (at === undefined) throw unfit(path, 'is not an iCalendar file');
  if (replaces === undefined) return insert(text, at, [missingZone(text, event), written(event)]);
  const old = findEvent(text, replaces, path);
  const known = { ...event, uid: old.uid, sequence: old.sequence + 1 };
  const changed = text.slice(0, old.at) + written(known) + text.slice(old.at + old.length);
  return insert(changed, old.at, [missingZone(text, event)]);
}

function insert(text: string, at: number, parts: readonly string[]): string {
  return text.slice(0, at) + parts.join('') + text.slice(at);
}

function written(event: CalendarEvent): string {
  return `${writeBody(event, Date.now()).toString()}\r\n`;
}

/** Empty if the file has the rules of the event's time zone. */
function missingZone(text: string, event: CalendarEvent): string {
  const names = [...text.matchAll(zoneName)].map(([, name]) => name);
  const zone = event.zone && names.includes(event.zone.name) ? undefined : zoneOf(event);
  return zone ? `${zone.toString()}\r\n` : '';
}

type Found = { at: number; length: number; uid: string; sequence: number };

function findEvent(text: string, title: string, path: string): Found {
  const found = [...text.matchAll(block)].flatMap((match): Found[] => {
    const event = parse(match[0], path);
    if (String(event.getFirstPropertyValue('summary')).trim() !== title.trim()) return [];
    const uid = String(event.getFirstPropertyValue('uid') ?? `${crypto.randomUUID()}@oneclaw`);
    const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0);
    return [{ at: match.index, length: match[0].length, uid, sequence }];
  });
  const [one] = found;
  if (one && found.length === 1) return one;
  const count = found.length === 0 ? 'no event has' : `${found.length} events have`;
  throw new ToolError(
    'validation_error',
    `In ${path} ${count} the title '${title}'. Read the file for its titles.`,
  );
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
