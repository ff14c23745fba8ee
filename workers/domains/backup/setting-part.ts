/** Parts of a backup that are one field of `settings.json`: a value, or a list of names that is merged. */
import * as v from 'valibot';
import type { Json } from '#shared/json.ts';
import type { ChangeName, PlannedChange } from '#shared/rpc/backup.ts';
import type { SettingPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { changeSetting, put } from '#workers/storage/write.ts';
import { isSame } from './record-list.ts';
import type { Schema } from './shape.ts';

type Single<T> = {
  /** Its name in `settings.json`. */
  field: string;
  /** Its key in the table `settings`. */
  key: string;
  shape: Schema<T & Json>;
  database: Database;
  /** Merges the archived value with `here`, the stored one; absent: the archived value is stored. */
  taken?(saved: T, here: T | undefined): T;
  /** `saved`: as it is in the archive. */
  changes(value: T, here: T | undefined, saved: T): readonly Omit<PlannedChange, 'with'>[];
};

/** Written if the setting is not set here, or if it differs and the user chose to replace. */
export function settingPart<T>({ field, key, shape, database, taken, changes }: Single<T>): SettingPart {
  async function stored(): Promise<(T & Json) | undefined> {
    const value = await database.get('settings', key);
    return v.is(shape, value) ? value : undefined;
  }
  return {
    field,
    collect: stored,
    async check(saved) {
      if (!v.is(shape, saved)) return undefined;
      const here = await stored();
      const value = (taken?.(saved, here) ?? saved) as T & Json;
      if (here !== undefined && isSame(value, here)) return { changes: [] };
      const isSet = (await database.getKey('settings', key)) !== undefined;
      return {
        changes: changes(value, here, saved).map((change) =>
          isSet ? { ...change, with: 'replace' } : change,
        ),
        batch: (existing) => ({
          items: () => [{ isNew: existing === 'keep', writes: [put('settings', key, value)] }],
        }),
      };
    },
  };
}

type Names = {
  field: string;
  key: string;
  shape: Schema<string[]>;
  database: Database;
  /** Lists the names that would be added. */
  change: ChangeName;
  reload(): Promise<void>;
  /** The form in which a name of the archive is stored. */
  normalise?(name: string): string;
};

/** Names of the backup are added to those here; none is removed. */
export function namesPart(part: Names): SettingPart {
  const { field, key, shape, database, change, reload, normalise = (name: string) => name } = part;
  const stored = async () => namesIn(await database.get('settings', key));
  return {
    field,
    reload,
    collect: async () => (await stored()).filter((name) => v.is(shape, [name])),
    async check(value) {
      if (!v.is(shape, value)) return undefined;
      const here = await stored();
      const added = [...new Set(value.map(normalise))].filter((name) => !here.includes(name));
      if (added.length === 0) return { changes: [] };
      const merge = (before: Json | undefined) => [...new Set([...namesIn(before), ...added])];
      return {
        changes: [{ name: change, list: added }],
        batch: () => ({ items: () => [{ isNew: false, writes: [changeSetting(key, merge)] }] }),
      };
    },
  };
}

function namesIn(stored: Json | undefined): string[] {
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}
