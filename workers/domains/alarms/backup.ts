/** The planned alarms in a backup. */
import * as v from 'valibot';
import { alarmLimits, type Alarm } from '#shared/alarms/alarm.ts';
import type { Json } from '#shared/json.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { recordList } from '../backup/record-list.ts';
import { readLabel } from './check.ts';
import { nextRing } from './series.ts';
import { alarmShape } from './shape.ts';

export type AlarmsKeptNeeds = { database: Database };

export function alarmsInBackup({ database }: AlarmsKeptNeeds): readonly BackupPart[] {
  const part = recordList<Alarm>({
    ...{ name: 'alarms', file: 'alarms.json', shape: alarmShape },
    collect: async () => (await database.getAll('alarms')).filter(isAhead),
    find: (wanted) => database.get('alarms', wanted),
    check: (alarm) => (alarm.state === 'planned' ? undefined : 'This alarm is not planned.'),
    normalise: (alarm) => ({ ...alarm, label: readLabel(alarm.label) }),
    // An alarm whose time has passed since the backup is not imported: it was not missed on this device.
    writes(value) {
      const alarm = withNext(value);
      return isAhead(alarm) ? [put('alarms', alarm.id, alarm)] : [];
    },
  });
  return [
    {
      ...part,
      // Limited, because a file with thousands of alarms would ring for days.
      read: (source) =>
        part.read({
          ...source,
          async json(file) {
            const values = await source.json(file);
            return Array.isArray(values) ? limited(values) : values;
          },
        }),
    },
  ];
}

/** Replaces alarms beyond the limit by null, so that they count as broken. */
function limited(values: readonly Json[]): Json[] {
  let good = 0;
  return values.map((value) => (v.is(alarmShape, value) && ++good > alarmLimits.alarms ? null : value));
}

/** One that repeats at its next time, where its time has passed since the backup. */
function withNext(alarm: Alarm): Alarm {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const at = alarm.repeat && nextRing(alarm.repeat, Date.now(), timeZone);
  return at && alarm.at <= Date.now() ? { ...alarm, at } : alarm;
}

function isAhead({ state, at }: Alarm): boolean {
  const wait = at - Date.now();
  return state === 'planned' && wait > 0 && wait <= alarmLimits.maxMs;
}
