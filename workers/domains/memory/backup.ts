/** Memories and their settings in a backup. */
import * as v from 'valibot';
import { defaultMemorySettings, type Memory, type MemorySettings } from '#shared/memory/memory.ts';
import type { PlannedChange } from '#shared/rpc/backup.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { recordList, type Compared } from '../backup/record-list.ts';
import { settingPart } from '../backup/setting-part.ts';
import { readMemoryText } from './check.ts';
import { areSettings, memorySetting, type MemorySwitch } from './settings.ts';
import { memoryShape } from './shape.ts';

export type MemoryKeptNeeds = { database: Database; memorySwitch: Pick<MemorySwitch, 'reload'> };

export function memoriesInBackup({ database, memorySwitch }: MemoryKeptNeeds): readonly BackupPart[] {
  return [
    recordList<Memory>({
      ...{ name: 'memories', file: 'memories.json', shape: memoryShape },
      check: (memory) => {
        const words = readMemoryText(memory);
        return typeof words === 'string' ? words : undefined;
      },
      collect: () => database.getAll('memories'),
      find: (wanted) => database.get('memories', wanted),
      ...{ taken, summary },
      writes(memory) {
        const words = readMemoryText(memory);
        return typeof words === 'string' ? [] : [put('memories', memory.id, { ...memory, ...words })];
      },
    }),
    {
      ...settingPart<MemorySettings>({
        ...{ field: 'memory', key: memorySetting, database },
        shape: v.custom<MemorySettings>(areSettings),
        changes: settingChanges,
      }),
      reload: memorySwitch.reload,
    },
  ];
}

/**
 * Somebody else may have written the file, and models get all memories while they fit. So new words wait for the user,
 * and only words that are here already keep what the user and the agents did with them: pin, acceptance and hits.
 */
function taken(saved: Memory, here: Memory | undefined): Memory {
  if (here && wordsOf(here) === wordsOf(saved)) return here;
  const { isPinned: _, pinnedBy: __, isAccepted: ___, reinforcedBy: ____, ...rest } = saved;
  const origin = { ...saved.origin, by: saved.origin.by === 'user' ? ('file' as const) : saved.origin.by };
  return { ...rest, origin, hits: 0, isWaiting: true };
}

function wordsOf({ key, content, category, agent }: Memory): string {
  return JSON.stringify([key, content, category, agent]);
}

function summary(changed: readonly Compared<Memory>[]): PlannedChange[] {
  const added = changed.flatMap(({ saved, here }) => (here ? [] : `${saved.key}: ${saved.content}`));
  const replaced = changed.flatMap(({ saved, here }) => (here ? `${here.key} → ${saved.content}` : []));
  return [
    ...(replaced.length > 0 ? [{ name: 'memories-replaced', list: replaced, with: 'replace' } as const] : []),
    ...(added.length > 0 ? [{ name: 'memories-new', list: added } as const] : []),
  ];
}

function settingChanges(to: MemorySettings, from = defaultMemorySettings): Omit<PlannedChange, 'with'>[] {
  const budget = { from: from.budgetTokens, to: to.budgetTokens };
  return [
    ...(to.isOn === from.isOn ? [] : [{ name: to.isOn ? 'memory-on' : 'memory-off' } as const]),
    ...(to.asksFirst === from.asksFirst
      ? []
      : [{ name: to.asksFirst ? 'memory-asks-on' : 'memory-asks-off' } as const]),
    ...(budget.to === budget.from ? [] : [{ name: 'memory-budget', values: budget } as const]),
  ];
}
