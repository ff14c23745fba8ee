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

/** Takes the pin from the stored memory, not from the file: only the user may pin a memory. */
function taken({ isPinned: _, pinnedBy: __, ...saved }: Memory, here: Memory | undefined): Memory {
  const { isPinned, pinnedBy } = here ?? {};
  return { ...saved, ...(isPinned ? { isPinned } : {}), ...(pinnedBy ? { pinnedBy } : {}) };
}

function summary(changed: readonly Compared<Memory>[]): PlannedChange[] {
  const unpinned = changed.filter(({ saved, here }) => !here && saved.isPinned && !saved.isWaiting);
  const replaced = changed.filter(({ here }) => here);
  return [
    ...(replaced.length > 0 ? [{ ...listed('memories-replaced', replaced), with: 'replace' as const }] : []),
    ...(unpinned.length > 0 ? [listed('memories-unpinned', unpinned)] : []),
  ];
}

function listed(
  name: 'memories-replaced' | 'memories-unpinned',
  memories: readonly Compared<Memory>[],
): PlannedChange {
  return { name, list: memories.map(({ saved, here }) => (here ?? saved).key) };
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
