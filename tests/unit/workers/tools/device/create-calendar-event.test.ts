/**
 * Events are read back by an independent parser, and by the rules in the file alone, across changes of summer
 * time.
 */
import ICAL from 'ical.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
// Independent of ical.js, which wrote the file; it takes the rules of a zone from the browser. `momentsIn` takes them from the file.
import parser from 'node-ical';
import { momentsIn } from '#tests/fixtures/calendar/read-calendar.ts';
import type { DeviceAction } from '#shared/tools/device-action.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { createCalendarEvent } from '#workers/tools/device/create-calendar-event.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';
import { momentOf, openZone, transitions, wallOf } from '#workers/tools/device/calendar/time-zone.ts';

async function create(values: Record<string, unknown>, isDismissed = false, did = 'downloaded') {
  const written = new Map<string, string>();
  const asked: DeviceAction[] = [];
  const files = {
    stat: (path: string) =>
      written.has(path) ? { path } : Promise.reject(new ToolError('file_not_found', path)),
    write: async (path: string, content: Blob) => void written.set(path, await content.text()),
  };
  const device = {
    async ask(action: DeviceAction) {
      asked.push(action);
      if (isDismissed) throw new ToolError('permission_denied', 'Dismissed.');
      return { did };
    },
  };
  const context = { files, device };
  const result = await createCalendarEvent.execute(values, context);
  const [path = '', text = ''] = [...written][0] ?? [];
  return { result, asked, path, text, written };
}

const readEvent = (text: string) => {
  const events = Object.values(parser.sync.parseICS(text)).flatMap((each) =>
    each.type === 'VEVENT' ? [each] : [],
  );
  const [event] = events;
  if (events.length !== 1 || event?.type !== 'VEVENT') throw new Error('The file has not one event.');
  return event;
};

/** The first occurrences in UTC, computed with only the time zone in the file. */
function occurrences(text: string, count: number): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const zoneComponent = calendar.getFirstSubcomponent('vtimezone');
  const zone = new ICAL.Timezone(zoneComponent);
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as never);
  event.startDate.zone = zone;
  const iterator = event.iterator();
  return Array.from({ length: count }, () => {
    const next = iterator.next();
    next.zone = zone;
    return next.toJSDate().toISOString();
  });
}

describe('an event over a change of the clocks', () => {
  it.each([
    ['Europe/Berlin', '2026-03-22T09:30', ['2026-03-22T08:30', '2026-03-29T07:30', '2026-04-05T07:30']],
    ['America/New_York', '2026-10-25T18:00', ['2026-10-25T22:00', '2026-11-01T23:00', '2026-11-08T23:00']],
    ['Australia/Lord_Howe', '2026-03-29T08:15', ['2026-03-28T21:15', '2026-04-04T21:45', '2026-04-11T21:45']],
  ])('in %s keeps its local time', async (time_zone, start, moments) => {
    const { text } = await create({ title: 'Choir', start, time_zone, repeat: 'weekly' });
    expect(occurrences(text, 3)).toEqual(moments.map((moment) => `${moment}:00.000Z`));
    expect(momentsIn(text, 3)).toEqual(moments.map((moment) => `${moment}:00.000Z`));
    const { start: read, end, rrule } = readEvent(text);
    expect(read.toISOString()).toBe(`${moments[0]}:00.000Z`);
    expect(Number(end) - Number(read)).toBe(3_600_000);
    expect(rrule?.toString()).toContain('FREQ=WEEKLY');
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T03:30', '2026-03-29T01:30'],
    ['America/New_York', '2026-11-01T12:00', '2026-11-01T17:00'],
    ['Australia/Lord_Howe', '2026-04-05T12:00', '2026-04-05T01:30'],
  ])(
    'in %s on the day itself is the same moment for a parser of other authors',
    async (zone, start, moment) => {
      const { text } = await create({ title: 'Choir', start, time_zone: zone });
      expect(readEvent(text).start.toISOString()).toBe(`${moment}:00.000Z`);
      expect(occurrences(text, 1)).toEqual([`${moment}:00.000Z`]);
    },
  );

  it.each(['Europe/Berlin', 'America/New_York', 'Africa/Casablanca', 'Asia/Tehran', 'Asia/Jerusalem'])(
    'in %s has the offset that the browser knows, in every week of six years',
    async (time_zone) => {
      const { text } = await create({
        title: 'Tea',
        start: '2026-01-05T12:00',
        time_zone,
        repeat: 'FREQ=WEEKLY;COUNT=250',
      });
      const zone = openZone(time_zone);
      const expected = Array.from({ length: 250 }, (_, week) => {
        const wall = Date.UTC(2026, 0, 5 + 7 * week, 12);
        return new Date(momentOf(wall, zone) ?? NaN).toISOString();
      });
      expect(occurrences(text, 250)).toEqual(expected);
      expect(momentsIn(text, 250)).toEqual(expected);
    },
  );
});

describe('the end of a repetition', () => {
  const berlin = { start: '2026-03-20T19:00', time_zone: 'Europe/Berlin' };
  it.each([
    // A date includes the whole day in the time zone of the event, in which summer time has begun by then.
    [berlin, 'FREQ=WEEKLY;UNTIL=20260403', 'UNTIL=20260403T215959Z', 3],
    [berlin, 'FREQ=WEEKLY;UNTIL=20260403T190000', 'UNTIL=20260403T170000Z', 3],
    [berlin, 'FREQ=WEEKLY;UNTIL=20260403T165959Z', 'UNTIL=20260403T165959Z', 2],
    // The clocks skip this time.
    [berlin, 'rrule:freq=daily;until=20260329T023000', 'UNTIL=20260329T013000Z', 9],
    [{ start: '2026-03-20' }, 'FREQ=WEEKLY;UNTIL=20260403', 'UNTIL=20260403', 3],
    [{ start: '2026-03-20' }, 'FREQ=WEEKLY;UNTIL=20260403T235959Z', 'UNTIL=20260403', 3],
  ])('of %j given as %s is written as the standard wants it', async (values, repeat, until, count) => {
    const { text } = await create({ title: 'Choir', repeat, ...values });
    expect(text).toMatch(new RegExp(`^RRULE:.*${until}\r$`, 'm'));
    expect(momentsIn(text, 100)).toHaveLength(count);
  });
});

describe('an event', () => {
  it('has its place, notes and reminders, whatever is in them', async () => {
    const notes = 'Bring: bread, wine; cheese\nBEGIN:VEVENT\r\nand "quotes" — 日本語 🎂'.repeat(3);
    const { text, asked, path, result } = await create({
      title: 'Dinner; with, friends',
      start: '2026-07-03T19:00',
      end: '2026-07-03T23:30',
      time_zone: 'Asia/Tokyo',
      location: 'Shibuya, 東京',
      notes,
      reminder: [0, 30, 1_440],
    });
    expect(readEvent(text)).toMatchObject({
      summary: 'Dinner; with, friends',
      location: 'Shibuya, 東京',
      description: notes.replaceAll('\r\n', '\n'),
    });
    expect([Number(readEvent(text).start), Number(readEvent(text).end)]).toEqual([
      Date.parse('2026-07-03T10:00Z'),
      Date.parse('2026-07-03T14:30Z'),
    ]);
    // An unescaped line break would begin a new property.
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const event = new ICAL.Component(ICAL.parse(text) as never).getFirstSubcomponent('vevent');
    const alarms = event?.getAllSubcomponents('valarm') ?? [];
    expect(alarms.map((alarm) => String(alarm.getFirstPropertyValue('trigger')))).toEqual([
      'PT0S',
      '-PT30M',
      '-P1D',
    ]);
    // RFC 5545 limits lines to 75 bytes.
    for (const each of text.split('\r\n'))
      expect(new TextEncoder().encode(each).length).toBeLessThanOrEqual(75);
    expect(path).toBe('calendar/Dinner; with, friends.ics');
    expect(asked).toEqual([
      { type: 'add-event', path, what: 'Dinner; with, friends, 2026-07-03 19:00 (Asia/Tokyo)' },
    ]);
    expect(result).toContain('downloaded');
  });

  it('of whole days ends after its last day, in no zone', async () => {
    const { text } = await create({ title: 'Fair', start: '2026-12-30', end: '2027-01-01' });
    expect(text).toContain('DTSTART;VALUE=DATE:20261230');
    expect(text).toContain('DTEND;VALUE=DATE:20270102');
    expect(text).not.toContain('VTIMEZONE');
    expect(readEvent(text).datetype).toBe('date');
  });

  it('given with an offset is that moment, on the clocks of its zone', async () => {
    const { text } = await create({
      title: 'Call',
      start: '2026-07-01T09:00:00-04:00',
      time_zone: 'Europe/Berlin',
    });
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20260701T150000');
  });

  it('that is offered in a chat is said to be in no calendar, and its card gets the file', async () => {
    const { result, path } = await create({ title: 'Tea', start: '2026-01-01' }, false, 'offered');
    expect(result).toMatchObject({
      content: expect.stringContaining('do not say that it is in the calendar') as unknown,
      metadata: { offered_file: path },
    });
  });

  it('that was dismissed stays in the workspace, and the error says where', async () => {
    await expect(create({ title: 'Tea', start: '2026-01-01' }, true)).rejects.toThrow('calendar/Tea.ics');
  });

  it.each([
    [{ start: 'tomorrow' }, "Parameter 'start' must be a time"],
    [{ start: '2026-02-30' }, "Parameter 'start' must be a time"],
    [{ start: '2026-02-30T10:00' }, "Parameter 'start' must be a time"],
    [{ start: '2026-03-29T02:30', time_zone: 'Europe/Berlin' }, 'the clocks go forward'],
    [{ start: '2026-03-29T10:00', time_zone: 'Berlin' }, "Parameter 'time_zone'"],
    [{ start: '2026-03-29T10:00', end: '2026-03-29T09:00' }, "'end' must be later"],
    [{ start: '2026-03-29', end: '2026-03-28' }, "'end' must be later"],
    [{ start: '2026-03-29', repeat: 'now and then' }, "Parameter 'repeat'"],
    [{ start: '2026-03-29', repeat: 'FREQ=SECONDLY' }, "Parameter 'repeat'"],
  ])('with %j is refused, and nothing is written', async (values, message) => {
    await expect(create({ title: 'x', ...values })).rejects.toThrow(message);
  });
});

describe('a local time', () => {
  it('is found again from its moment, in every zone and at any time', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia', 'UTC');
    const times = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 });
    fc.assert(
      fc.property(zones, times, (name, minutes) => {
        const zone = openZone(name);
        const moment = momentOf(minutes * 60_000, zone);
        if (moment === undefined) expect(name).not.toBe('UTC');
        else expect(wallOf(moment, zone)).toBe(minutes * 60_000);
      }),
      { numRuns: 300 },
    );
  });

  it('changes when the zone says', () => {
    const [spring, autumn] = transitions(openZone('Europe/Berlin'), Date.UTC(2026, 0), Date.UTC(2027, 0));
    expect(spring).toEqual({ at: Date.parse('2026-03-29T01:00Z'), from: 60, to: 120 });
    expect(autumn).toEqual({ at: Date.parse('2026-10-25T01:00Z'), from: 120, to: 60 });
  });
});

describe('a calendar file with several events', () => {
  const trip = { start: '2026-07-03T09:00', time_zone: 'Europe/Berlin' };
  const first = 'calendar/Train.ics';

  async function files() {
    const memory = createMemoryFiles();
    const workspace = { ...createWorkspace(memory.root, createMemoryLocks()), tree: () => memory.tree() };
    const device = { ask: async () => ({ did: 'offered' }) };
    const call = async (values: Record<string, unknown>) =>
      createCalendarEvent.execute({ ...trip, ...values }, { files: workspace, device });
    const text = async () => (await workspace.read(first)).text();
    await call({ title: 'Train', reminder: [30] });
    return { call, text, workspace };
  }

  const eventsIn = (text: string) =>
    Object.values(parser.sync.parseICS(text)).flatMap((each) => (each.type === 'VEVENT' ? [each] : []));

  it('gets the second with its time zone, and keeps each byte of the first', async () => {
    const { call, text } = await files();
    const before = await text();
    await call({ title: 'Hotel', file: first });
    await call({ title: 'Museum', file: first, time_zone: 'Asia/Tokyo' });
    const after = await text();
    expect(after.startsWith(before.replace(/END:VCALENDAR\r\n$/, ''))).toBe(true);
    expect(eventsIn(after).map((each) => each.summary)).toEqual(['Train', 'Hotel', 'Museum']);
    expect(after.match(/^TZID:.*/gm)).toHaveLength(2);
    expect(momentsIn(after, 1)).toEqual(['2026-07-03T07:00:00.000Z']);
  });

  it('has the same local time on each further day, as an event of its own', async () => {
    const { text } = await create({
      ...{ title: 'Bins', start: '2026-03-24T19:00', time_zone: 'Europe/Berlin' },
      also_on: ['2026-03-24', '2026-04-07', '2026-04-21'],
    });
    const starts = eventsIn(text).map(({ start }) => start.toISOString());
    expect(starts).toEqual(
      ['2026-03-24T18:00', '2026-04-07T17:00', '2026-04-21T17:00'].map((at) => `${at}:00.000Z`),
    );
    expect(new Set(text.match(/^UID:.*/gm)).size).toBe(3);
  });

  it.each([{ repeat: 'weekly' }, { file: first, replaces: 'Train' }])(
    'cannot have further days together with %j',
    async (values) => {
      const { call } = await files();
      await expect(call({ title: 'Tea', also_on: ['2026-07-08'], ...values })).rejects.toThrow(/also_on/);
    },
  );

  it('is made where none has the name', async () => {
    const { call, workspace } = await files();
    await call({ title: 'Hotel', file: 'calendar/trip.ics' });
    await call({ title: 'Castle', file: 'calendar/trip.ics' });
    expect(eventsIn(await (await workspace.read('calendar/trip.ics')).text())).toHaveLength(2);
  });

  it('keeps of a changed event what is not given, also what other programs wrote', async () => {
    const { call, text, workspace } = await files();
    const dinner = { title: 'Dinner at the mill', start: '2026-12-12T20:00', end: '2026-12-12T22:30' };
    await call({
      ...dinner,
      time_zone: 'Europe/Brussels',
      location: 'Ghent',
      notes: 'Four of us',
      reminder: [60],
      repeat: 'weekly',
      file: first,
    });
    await workspace.write(first, (await text()).replace('LOCATION:Ghent', 'LOCATION:Ghent\r\nX-SEATS:4'));
    await call({
      title: 'Dinner',
      start: '2026-12-12T20:30',
      time_zone: undefined,
      file: first,
      replaces: 'dinner',
    });
    const after = await text();
    const changed = eventsIn(after).find(({ summary }) => summary === 'Dinner');
    expect(changed).toMatchObject({
      location: 'Ghent',
      description: 'Four of us',
      start: { tz: 'Europe/Brussels' },
    });
    expect(Number(changed?.end) - Number(changed?.start)).toBe(9_000_000);
    expect(after).toContain('X-SEATS:4');
    expect(after.match(/^(?:BEGIN:VALARM|RRULE:.*WEEKLY.*)/gm)).toEqual([
      'BEGIN:VALARM',
      expect.stringContaining('RRULE'),
      'BEGIN:VALARM',
    ]);
  });

  it('changes an event under its identity, as a newer version', async () => {
    const { call, text } = await files();
    await call({ title: 'Hotel', file: first });
    const uids = (await text()).match(/^UID:.*/gm);
    await call({ title: 'Night train', start: '2026-07-03T21:00', file: first, replaces: 'Train' });
    await call({ title: 'Night train', start: '2026-07-03T22:00', file: first, replaces: 'Night train' });
    const after = await text();
    expect(after.match(/^UID:.*/gm)).toEqual(uids);
    expect(after).toContain('SEQUENCE:2');
    expect(momentsIn(after, 1)).toEqual(['2026-07-03T20:00:00.000Z']);
    expect(eventsIn(after)).toHaveLength(2);
  });

  it.each([
    [{ replaces: 'Train' }, /needs 'file'/],
    [{ file: 'no.ics', replaces: 'Train' }, /There is no no\.ics/],
    [{ file: 'note.txt' }, /not an iCalendar file/],
    [{ file: 'bytes.ics' }, /not UTF-8/],
    [{ file: first, replaces: 'Bus' }, /no event has the title 'Bus'/],
  ])('refuses %j, and writes nothing', async (values, message) => {
    const { call, workspace } = await files();
    await workspace.write('note.txt', 'Buy milk.');
    await workspace.write('bytes.ics', new Blob([new Uint8Array([0xff, 0xfe])]));
    const before = workspace.tree();
    await expect(call({ title: 'Tea', ...values })).rejects.toThrow(message);
    expect(workspace.tree()).toEqual(before);
  });
});
