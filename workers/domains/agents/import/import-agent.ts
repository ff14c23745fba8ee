/**
 * Reads an agent of this app or another one, and the memories, tasks and tool servers in its file. Saves
 * nothing, and lists what it leaves out.
 */
import type { AgentDraft } from '#shared/agents/agent.ts';
import type {
  AgentFormat,
  AgentImport,
  AgentImportAnswer,
  ImportFault,
} from '#shared/agents/agent-import.ts';
import { readName } from '#shared/agents/read-agent.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { checkAgent } from '../check-agent.ts';
import { isCharacterCard, readCharacterCard } from './formats/character-card.ts';
import { readClaudeCode } from './formats/claude-code.ts';
import { readEvoClaw } from './formats/evoclaw.ts';
import { isKai, readKai, readKaiData } from './formats/kai.ts';
import { readOneClaw } from './formats/oneclaw.ts';
import { isOpenCode, readOpenCode } from './formats/opencode.ts';
import { createLeftOutList, type LeftOutList } from './left-out.ts';
import {
  maxJsonCharacters,
  maxTextCharacters,
  parseDefinition,
  type Definition,
} from './parse-definition.ts';
import { fitData, type FileData, type FittedData, type StoredData } from './fit-data.ts';
import { fitDraft, type IsKnown } from './fit-draft.ts';

type Read = { format: AgentFormat; draft: AgentDraft; data?: FileData };
type Refused = { fault: keyof typeof messages };

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

const messages = {
  not_agent: 'This is no definition of an agent: it has no name, no tools and no instructions.',
  no_tools: "The definition lists no tools and no capabilities. Add a list called 'tools'.",
} as const;

function readDefinition(
  definition: Exclude<Definition, { syntax: 'none' }>,
  left: LeftOutList,
): Read | Refused {
  return definition.syntax === 'markdown'
    ? readMarkdown(definition.value, definition.body, left)
    : readData(definition.value, left);
}

/** Refuses Markdown that is not an agent: other notes may have front matter, too. */
function readMarkdown(value: JsonObject, body: string, left: LeftOutList): Read | Refused {
  if (typeof value.name !== 'string' && typeof value.description !== 'string' && !isOpenCode(value))
    return { fault: 'not_agent' };
  return isOpenCode(value)
    ? { format: 'opencode', draft: readOpenCode(value, body, left) }
    : { format: 'claude-code', draft: readClaudeCode(value, body, left) };
}

function readData(value: Json, left: LeftOutList): Read | Refused {
  if (!isJsonObject(value)) return { fault: 'not_agent' };
  if (isCharacterCard(value)) return { format: 'character-card', draft: readCharacterCard(value, left) };
  if (isKai(value))
    return { format: 'kai', draft: readKai(value, left), data: readKaiData(value, Date.now(), left) };
  const agent = isJsonObject(value.agent) ? value.agent : value;
  const { tools, capabilities, allowed } = { ...value, ...agent };
  if (tools === undefined && (capabilities ?? allowed) === undefined && !hasPermissions(value))
    return { fault: 'no_tools' };
  return isOneClaw(value, agent)
    ? { format: 'oneclaw', draft: readOneClaw(value, left) }
    : { format: 'evoclaw', draft: readEvoClaw(value, left) };
}

function isOneClaw(value: JsonObject, agent: JsonObject): boolean {
  const own = ['systemPrompt', 'deny', 'approval', 'hosts', 'isGuarded', 'maxSteps', 'timeouts', 'budget'];
  return isExport(value) || own.some((key) => agent[key] !== undefined);
}

function isExport(value: Json): boolean {
  return isJsonObject(value) && value.format === 'oneclaw-agent';
}

/** A configuration of EvoClaw's orchestrator. */
function hasPermissions({ orchestrator }: JsonObject): boolean {
  return isJsonObject(orchestrator) && isJsonObject(orchestrator.tools);
}

function nameOfFile(given: string | Blob): string {
  return given instanceof File ? readName(given.name.replace(/(\.oneclaw-agent)?\.[a-z]+$/i, '')) : '';
}

function refuse(fault: ImportFault, message: string): Extract<AgentImportAnswer, { ok: false }> {
  return { ok: false, error: { type: 'validation_error', fault, message } };
}
