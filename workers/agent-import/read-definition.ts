/** Finds the format of a definition and reads it with that format's reader. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import type { AgentFormat } from '#shared/agents/agent-import.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { isCharacterCard, readCharacterCard } from './formats/character-card.ts';
import { readClaudeCode } from './formats/claude-code.ts';
import { readEvoClaw } from './formats/evoclaw.ts';
import { isKai, readKai, readKaiData, type FileData } from './formats/kai.ts';
import { readOneClaw } from './formats/oneclaw.ts';
import { isOpenCode, readOpenCode } from './formats/opencode.ts';
import type { LeftOutList } from './left-out.ts';
import type { Definition } from './parse-definition.ts';

type Read = { format: AgentFormat; draft: AgentDraft; data?: FileData };
type Refused = { fault: keyof typeof messages };

export const messages = {
  not_agent: 'This is no definition of an agent: it has no name, no tools and no instructions.',
  no_tools: "The definition lists no tools and no capabilities. Add a list called 'tools'.",
} as const;

export function readDefinition(
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

export function isExport(value: Json): boolean {
  return isJsonObject(value) && value.format === 'oneclaw-agent';
}

/** A configuration of EvoClaw's orchestrator. */
function hasPermissions({ orchestrator }: JsonObject): boolean {
  return isJsonObject(orchestrator) && isJsonObject(orchestrator.tools);
}
