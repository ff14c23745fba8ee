/** Alarms in a backup: only planned ones, within the limit, and with cleaned labels. */
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { alarmLimits, type Alarm } from '#shared/alarms/alarm.ts';
import { newId } from '#shared/ids.ts';
import type { Json } from '#shared/json.ts';
import { alarmsInBackup } from '#workers/domains/alarms/backup.ts';
import { createAlarmWorld, type AlarmWorld } from './alarm-world.ts';

const hour = 3_600_000;

let world: AlarmWorld;
beforeEach(async () => {
  world = await createAlarmWorld(Date.now());
});

function alarm(change: Partial<Alarm> = {}): Alarm {
  const at = Date.now() + hour;
  return {
    ...{ id: newId('alarm'), label: 'Tea', at, state: 'planned', origin: { by: 'user' }, created: 1 },
    ...change,
  };
}

/** Reads a backup with these values. */
async function read(values: readonly object[]): Promise<unknown> {
  const [part] = alarmsInBackup({ database: world.database });
  if (!part || !('read' in part)) throw new Error('There is no such part.');
  return part.read({
    ...{ files: ['alarms.json'], folders: [], created: Date.now(), has: () => true, size: () => 0 },
    json: async () => JSON.parse(JSON.stringify(values)) as Json,
    lines: () => Readable.from([]),
    blob: () => Promise.reject(new Error('It has no such file.')),
  });
}

it('those beyond the limit, and those of another form, count as broken', async () => {
  const good = Array.from({ length: alarmLimits.alarms + 5 }, () => alarm());
  const bad = Array.from({ length: 60 }, () => ({ at: 'soon' }));
  expect(await read([...bad, ...good])).toMatchObject({
    broken: 65,
    tally: { added: alarmLimits.alarms },
  });
});

it('those that are not planned are refused', async () => {
  expect(await read([alarm({ state: 'ringing' }), alarm({ state: 'missed' })])).toMatchObject({ broken: 2 });
});
