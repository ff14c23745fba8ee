/** Memories and their settings in a backup. */
import * as v from 'valibot';
import type { Memory, MemorySettings } from '#shared/memory/memory.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { recordList } from '../backup/record-list.ts';
import { settingPart } from '../backup/setting-part.ts';
import { readWords } from './check.ts';
import { areSettings, memorySetting, type MemorySwitch } from './settings.ts';
import { memoryShape } from './shape.ts';

export type MemoryKeptNeeds = { database: Database; memorySwitch: Pick<MemorySwitch, 'reload'> };

export function memoriesInBackup({ database, memorySwitch }: MemoryKeptNeeds): readonly BackupPart[] {
  return [
    recordList<Memory>({
      ...{ name: 'memories', file: 'memories.json', shape: memoryShape },
      check: (memory) => {
        const words = readWords(memory);
        return typeof words === 'string' ? words : undefined;
      },
      collect: () => database.getAll('memories'),
      find: (wanted) => database.get('memories', wanted),
      writes(memory) {
        const words = readWords(memory);
        return typeof words === 'string' ? [] : [put('memories', memory.id, { ...memory, ...words })];
      },
    }),
    {
      ...settingPart<MemorySettings>({
        ...{ field: 'memory', key: memorySetting, database },
        shape: v.custom<MemorySettings>(areSettings),
        changes: () => [{ name: 'memory' }],
      }),
      reload: memorySwitch.reload,
    },
  ];
}
