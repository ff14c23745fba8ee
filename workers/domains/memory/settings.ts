/** The settings of memory, held in memory so that the registry of tools can ask whether it is on. */
import { isJsonObject, type Json } from '#shared/json.ts';
import { defaultMemorySettings, memoryLimits, type MemorySettings } from '#shared/memory/memory.ts';
import type { Database } from '#workers/storage/database.ts';

export const memorySetting = 'memory';

export type MemorySwitch = {
  get(): MemorySettings;
  /** False if a value is of another type or out of range; nothing is stored then. */
  change(change: Partial<MemorySettings>): Promise<boolean>;
  /** Reads the settings again after another tab or an import has changed them. */
  reload(): Promise<void>;
};

export async function openMemorySwitch(database: Database): Promise<MemorySwitch> {
  let settings = readSettings(await database.get('settings', memorySetting));
  return {
    get: () => settings,
    async change(change) {
      const transaction = database.transaction('settings', 'readwrite');
      const stored = readSettings(await transaction.store.get(memorySetting));
      const { isOn, asksFirst, budgetTokens } = { ...stored, ...change };
      const next = { isOn, asksFirst, budgetTokens };
      const isGood = areSettings(next);
      if (isGood) await transaction.store.put(next, memorySetting);
      await transaction.done;
      if (isGood) settings = next;
      return isGood;
    },
    reload: async () => void (settings = readSettings(await database.get('settings', memorySetting))),
  };
}

function readSettings(stored: Json | undefined): MemorySettings {
  return areSettings(stored) ? stored : defaultMemorySettings;
}

export function areSettings(value: unknown): value is MemorySettings {
  if (!isJsonObject(value)) return false;
  const { isOn, asksFirst, budgetTokens } = value;
  const { least, most } = memoryLimits.budgetTokens;
  return (
    typeof isOn === 'boolean' &&
    typeof asksFirst === 'boolean' &&
    typeof budgetTokens === 'number' &&
    Number.isInteger(budgetTokens) &&
    budgetTokens >= least &&
    budgetTokens <= most
  );
}
