/** Memories and their settings in a backup. */
import * as v from 'valibot';
import type { AgentId, SessionId } from '#shared/ids.ts';
import { visibleName, visibleText } from '#shared/invisible.ts';
import {
  memoryCategories,
  type Memory,
  type MemoryOrigin,
  type MemorySettings,
} from '#shared/memory/memory.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { recordList } from '../backup/record-list.ts';
import { settingPart } from '../backup/setting-part.ts';
import { amount, id, list, record, text, time, type Schema } from '../backup/shape.ts';
import { readWords } from './check.ts';
import { areSettings, memorySetting, type MemorySwitch } from './settings.ts';

export type MemoryKeptNeeds = { database: Database; memorySwitch: Pick<MemorySwitch, 'reload'> };

type Source<Type extends OutsideSource['type']> = Extract<OutsideSource, { type: Type }>;
const source: Schema<OutsideSource> = v.union([
  record<Source<'page'>>({ type: v.literal('page'), host: text() }),
  record<Source<'server'>>({ type: v.literal('server'), name: text() }),
  record<Source<'file'>>({ type: v.literal('file'), path: text() }),
  record<Source<'attachment'>>({ type: v.literal('attachment'), name: text() }),
  record<Source<'clipboard'>>({ type: v.literal('clipboard') }),
  record<Source<'history'>>({ type: v.literal('history') }),
]);
const origin = record<MemoryOrigin>({
  by: v.picklist(['user', 'agent', 'file']),
  session: v.optional(id<SessionId>()),
  tool: v.optional(text()),
  outside: v.optional(list(source, 100)),
});
const yes = v.literal(true);
const shape = record<Memory>({
  ...{ id: id(), key: text(), content: text(), category: v.picklist(memoryCategories) },
  agent: v.optional(id<AgentId>()),
  ...{ isPinned: v.optional(yes), isWaiting: v.optional(yes), isAccepted: v.optional(yes) },
  ...{ hits: amount, origin, created: time, updated: time },
});

export function memoriesInBackup({ database, memorySwitch }: MemoryKeptNeeds): readonly BackupPart[] {
  return [
    recordList<Memory>({
      ...{ name: 'memories', file: 'memories.json', shape },
      check: (memory) => {
        const words = readWords(memory);
        return typeof words === 'string' ? words : undefined;
      },
      collect: () => database.getAll('memories'),
      find: (wanted) => database.get('memories', wanted),
      writes: ({ key, content, ...rest }) => [
        put('memories', rest.id, {
          ...rest,
          key: visibleName(key),
          content: visibleText(content).trim(),
        }),
      ],
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
