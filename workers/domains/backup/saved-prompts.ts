/** Saved prompts in a backup: the file that their own export writes, imported by the same rules. */
import type { Archive } from './archive.ts';
import { readPrompts } from '../prompts/check.ts';
import { createPromptStore } from '../prompts/store.ts';
import { names } from './format.ts';
import type { BackupPorts } from './deps.ts';
import { json } from './shape.ts';

type Ports = Pick<BackupPorts, 'database'>;

const storeOf = ({ database }: Ports) => createPromptStore(database, () => undefined);

export function exportSavedPrompts(ports: Ports): Promise<string> {
  return storeOf(ports).export();
}

/** As the file that `importSavedPrompts` takes; null if a backup has none, as older ones. Undefined: invalid. */
export async function readSavedPrompts(archive: Archive): Promise<string | null | undefined> {
  if (!archive.files.has(names.prompts)) return null;
  const file = JSON.stringify(await archive.json(names.prompts, json));
  return 'message' in readPrompts(file) ? undefined : file;
}

/** Nothing that is here changes: a prompt of the same name and another text is added under another name. */
export async function importSavedPrompts(file: string | null, ports: Ports): Promise<void> {
  if (file === null) return;
  const answer = await storeOf(ports).import(file);
  if (!answer.ok) throw new Error(answer.error.message);
}
