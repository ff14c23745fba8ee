/** The schema of a stored memory, for backups and for `restore`, which scripts can call. */
import * as v from 'valibot';
import type { AgentId, RunId, SessionId } from '#shared/ids.ts';
import { memoryApps, memoryCategories, type Memory, type MemoryOrigin } from '#shared/memory/memory.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import { readMemoryText } from './check.ts';
import { amount, id, list, record, text, time, type Schema } from '../backup/shape.ts';

type Source<Type extends OutsideSource['type']> = Extract<OutsideSource, { type: Type }>;
export const source: Schema<OutsideSource> = v.union([
  record<Source<'page'>>({ type: v.literal('page'), host: text() }),
  record<Source<'search'>>({ type: v.literal('search') }),
  record<Source<'service'>>({ type: v.literal('service'), tool: text() }),
  record<Source<'server'>>({ type: v.literal('server'), name: text() }),
  record<Source<'file'>>({ type: v.literal('file'), path: text() }),
  record<Source<'attachment'>>({ type: v.literal('attachment'), name: text() }),
  record<Source<'clipboard'>>({ type: v.literal('clipboard') }),
  record<Source<'contacts'>>({ type: v.literal('contacts') }),
  record<Source<'history'>>({ type: v.literal('history') }),
]);
export const app = v.picklist(memoryApps);
const origin = record<MemoryOrigin>({
  by: v.picklist(['user', 'agent', 'file']),
  app: v.optional(app),
  session: v.optional(id<SessionId>()),
  tool: v.optional(text()),
  outside: v.optional(list(source, 100)),
});
const yes = v.literal(true);
/** Does not check the texts for invisible characters and length. */
export const memoryShape = record<Memory>({
  ...{ id: id(), key: text(), content: text(), category: v.picklist(memoryCategories) },
  agent: v.optional(id<AgentId>()),
  ...{ isPinned: v.optional(yes), isWaiting: v.optional(yes), isAccepted: v.optional(yes) },
  pinnedBy: v.optional(v.literal('agent')),
  ...{ hits: amount, reinforcedBy: v.optional(id<RunId>()), origin, created: time, updated: time },
});

/** Whether it is a valid memory whose texts need no cleaning. */
export function isMemory(value: unknown): value is Memory {
  if (!v.is(memoryShape, value)) return false;
  const words = readMemoryText(value);
  return typeof words === 'object' && words.key === value.key && words.content === value.content;
}
