/**
 * Reads an agent of this app or another one, and the memories, tasks and tool servers in its file. Saves
 * nothing, and lists what it leaves out.
 */
import type { AgentImport, AgentImportAnswer, ImportFault } from '#shared/agents/agent-import.ts';
import { readName } from '#shared/agents/read-agent.ts';
import { checkAgent } from '../check-agent.ts';
import { fitDraft, type IsKnown } from '#workers/agent-import/fit-draft.ts';
import { createLeftOutList } from '#workers/agent-import/left-out.ts';
import {
  maxJsonCharacters,
  maxTextCharacters,
  parseDefinition,
} from '#workers/agent-import/parse-definition.ts';
import { isExport, messages, readDefinition } from '#workers/agent-import/read-definition.ts';
import { fitData, type FittedData, type StoredData } from './fit-data.ts';

const nothing: StoredData = { memories: [], servers: [], tasks: [] };

/** `given`: text, or a file, whose name is used where the text has none. */
export async function importAgent(
  given: string | Blob,
  isKnown: IsKnown,
  readStoredData: () => Promise<StoredData> = async () => nothing,
): Promise<AgentImportAnswer> {
  const read = await readAgentFile(given, isKnown, readStoredData);
  return 'error' in read ? read : { ok: true, value: read.found };
}

type AgentFile = { found: AgentImport; data?: FittedData };

/** `data` must not leave the engine: it contains the keys of tool servers. */
export async function readAgentFile(
  given: string | Blob,
  isKnown: IsKnown,
  readStoredData: () => Promise<StoredData>,
): Promise<AgentFile | Extract<AgentImportAnswer, { ok: false }>> {
  // A script can pass any value.
  if (typeof given !== 'string' && !(given instanceof Blob))
    return refuse('not_readable', 'Pass the definition as text or as a file.');
  if (given instanceof Blob && given.size > 4 * maxJsonCharacters)
    return refuse('large', 'The file is too large.');
  const definition = await parseDefinition(typeof given === 'string' ? given : await given.text());
  if (definition.syntax === 'none') return refuse(definition.fault, definition.message);
  const left = createLeftOutList();
  const read = readDefinition(definition, left);
  if ('fault' in read) return refuse(read.fault, messages[read.fault]);
  if (read.draft.systemPrompt.length > maxTextCharacters)
    return refuse('large', 'Its instructions are too long.');
  const draft = fitDraft(
    { ...read.draft, name: read.draft.name || nameOfFile(given) },
    left,
    isKnown,
    isExport(definition.value),
  );
  // The name may still be missing: the user is asked for it when the draft is saved.
  const message = checkAgent({ ...draft, name: draft.name || '-' });
  if (message) return refuse('not_agent', message);
  const data = read.data && (await fitData(read.data, await readStoredData(), left));
  const found: AgentImport = { format: read.format, draft, ...left.list() };
  return data && holdsAny(data) ? { found: { ...found, data: data.shown }, data } : { found };
}

function holdsAny({ shown, memories, servers, tasks }: FittedData): boolean {
  return memories !== undefined || servers.length + tasks.length + shown.memories.skipped > 0;
}

function nameOfFile(given: string | Blob): string {
  return given instanceof File ? readName(given.name.replace(/(\.oneclaw-agent)?\.[a-z]+$/i, '')) : '';
}

function refuse(fault: ImportFault, message: string): Extract<AgentImportAnswer, { ok: false }> {
  return { ok: false, error: { type: 'validation_error', fault, message } };
}
