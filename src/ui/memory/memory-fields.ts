/** The fields of the form of a memory as pure functions: a memory in, a draft for the engine out. */
import { asId, type MemoryId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import {
  memoryCategories,
  type Memory,
  type MemoryCategory,
  type MemoryDraft,
} from '#shared/memory/memory.ts';
import { readTexts } from '#src/ui/kit/form/stored-draft.ts';

/** `agent`: empty for all agents. */
type MemoryTexts = { key: string; content: string; category: MemoryCategory; agent: string };

/** `seen`: the memory over which the texts were typed; an agent may have changed it since. */
export type MemoryFields = MemoryTexts & { seen: MemoryTexts };

export function textsOf(stored: Memory | undefined): MemoryTexts {
  const { key = '', content = '', category = 'fact', agent = '' } = stored ?? {};
  return { key, content, category, agent };
}

export function fieldsOf(stored: Memory | undefined): MemoryFields {
  return { ...textsOf(stored), seen: textsOf(stored) };
}

/** A stored draft; `first` for what is missing or unknown in it. */
export function readFields(stored: JsonObject, { seen, ...first }: MemoryFields): MemoryFields {
  return { ...readMemoryTexts(stored, first), seen: readMemoryTexts(stored.seen, seen) };
}

function readMemoryTexts(stored: unknown, first: MemoryTexts): MemoryTexts {
  const texts = readTexts(stored, first);
  return memoryCategories.includes(texts.category) ? texts : { ...texts, category: first.category };
}

/** `id` absent: a new memory. */
export function draftOf(
  { key, content, category, agent }: MemoryTexts,
  id: MemoryId | undefined,
): MemoryDraft {
  return {
    ...{ key, content, category },
    ...(agent === '' ? {} : { agent: asId<'agent'>(agent) }),
    ...(id ? { id } : {}),
  };
}

/** The memory as the user saw it; the engine compares it with the memory as it is. */
export function seenMemory({ seen }: MemoryFields, { agent: _, ...stored }: Memory): Memory {
  const { key, content, category, agent } = seen;
  return {
    ...stored,
    ...{ key, content, category },
    ...(agent === '' ? {} : { agent: asId<'agent'>(agent) }),
  };
}
