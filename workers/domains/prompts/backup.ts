/** Saved prompts in a backup: in the format of their own export, with their times. */
import * as v from 'valibot';
import { isJsonObject, type Json } from '#shared/json.ts';
import { faultOfPrompt, promptLimits, type SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import type { BackupPart, FoundRecords, PartSource } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { list, json, record, text, time } from '../backup/shape.ts';
import { planImport } from './plan-import.ts';

const file = 'prompts.json';

type Kept = Omit<SavedPrompt, 'id' | 'created' | 'updated'> & { created?: number; updated?: number };
const shape = record<Kept>({
  name: text(),
  text: text(),
  // Backups of older versions have no times.
  created: v.optional(time),
  updated: v.optional(time),
});

export function promptsInBackup({ database }: { database: Database }): readonly BackupPart[] {
  return [
    {
      name: 'prompts',
      paths: [file],
      async *collect() {
        const all = await database.getAll('prompts');
        const prompts = all.map(({ id: _, ...kept }) => kept);
        yield { name: file, content: JSON.stringify({ format: 'oneclaw-prompts', version: 1, prompts }) };
      },
      read: (source) => read(source, database),
    },
  ];
}

/** Changes no stored prompt: a prompt of the same name and another text is added under another name. */
async function read(source: PartSource, database: Database): Promise<FoundRecords> {
  const none = { added: 0, same: 0, differing: 0 };
  if (!source.has(file)) return { tally: none, broken: 0 };
  const values = entriesIn(await source.json(file));
  if (!values) return { tally: none, broken: 0, brokenParts: [file] };
  const good = values.filter((value) => v.is(shape, value) && !faultOfPrompt(value, [])) as (Json & Kept)[];
  const { added, left } = await plan(database, good);
  return {
    tally: { added: added.length, same: good.length - added.length - left, differing: 0 },
    broken: values.length - good.length,
    changes: left > 0 ? [{ name: 'prompts-left', values: { count: left, most: promptLimits.prompts } }] : [],
    batches: () => [
      {
        items: async () =>
          (await plan(database, good)).added.map((prompt) => ({
            isNew: true,
            writes: [put('prompts', prompt.id, prompt)],
          })),
      },
    ],
  };
}

/** `left`: how many are beyond the limit. */
async function plan(
  database: Database,
  kept: readonly Kept[],
): Promise<{ added: SavedPrompt[]; left: number }> {
  const existing = await database.getAll('prompts');
  const { added } = planImport(existing, kept);
  const room = Math.max(0, promptLimits.prompts - existing.length);
  return { added: added.slice(0, room), left: Math.max(0, added.length - room) };
}

function entriesIn(value: Json): Json[] | undefined {
  const entries = isJsonObject(value) ? value.prompts : value;
  return v.is(list(json), entries) ? entries : undefined;
}
