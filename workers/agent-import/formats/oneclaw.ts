/** An agent as this app exports it. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import { readAgent, readMode } from '#shared/agents/read-agent.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import { capabilities, type Capability } from '#shared/tools/tool.ts';
import { entryName, type LeftOutList } from '../left-out.ts';
import { noRules, readToolList, withRules } from './tool-rules.ts';

/** Left out, because they name providers that are stored in another browser. */
const models = ['provider', 'model', 'fallbacks'];
/** Fields that are reported as unreadable if `readAgent` does not accept their value. */
const plain = ['icon', 'budget', 'failedSteps', 'parallelCalls'] as const;
/** All fields that `readAgent` reads, under these names or those of other systems. */
const read = ['id', 'name', 'agent_id', 'systemPrompt', 'system_prompt', 'prompt', 'tools', 'deny'].concat(
  ['approval', 'hosts', 'timeouts', 'maxSteps', 'max_steps', 'max_tool_iterations'],
  ['capabilities', 'allowed', 'isGuarded', ...plain, ...models],
);

export function readOneClaw(value: JsonObject, left: LeftOutList): AgentDraft {
  const given = isJsonObject(value.agent) ? value.agent : value;
  if (given !== value) left.rest(value, ['format', 'version', 'agent']);
  left.rest(given, given === value ? [...read, 'format', 'version'] : read);
  const rules = noRules();
  if (Array.isArray(given.tools)) readToolList(given.tools, rules, left);
  else if (given.tools !== undefined && typeof given.tools !== 'string') left.add('tools', 'unreadable');
  const draft = readWithCapabilities(given, [given.capabilities, given.allowed], left);
  return withRules(draft, rules, left);
}

/** Reads an agent without its models. Denied is what `deny` names, or what any of `lists` omits. */
export function readWithCapabilities(
  given: JsonObject,
  lists: readonly (Json | undefined)[],
  left: LeftOutList,
): AgentDraft {
  const { provider: _, model: __, ...plainDraft } = readAgent(given);
  const draft = { ...plainDraft, ...guarded(given.isGuarded, left) };
  for (const name of models) if (given[name]) left.add(name, 'model');
  reportUnread(given, draft, left);
  const allowed = lists.filter((list) => list !== undefined && list !== null);
  if (allowed.length === 0) return draft;
  const outside = allowed.flatMap((list) => deniedCapabilities(list, left));
  return {
    ...draft,
    deny: capabilities.filter((each) => outside.includes(each) || draft.deny?.includes(each)),
  };
}

/** Fails closed: a value that is not a boolean turns guarded mode on. */
function guarded(value: unknown, left: LeftOutList): Pick<AgentDraft, 'isGuarded'> {
  if (value === undefined || value === null || typeof value === 'boolean') return {};
  left.add('isGuarded', 'stricter');
  return { isGuarded: true };
}

function reportUnread(given: JsonObject, draft: AgentDraft, left: LeftOutList): void {
  for (const name of plain)
    if (given[name] !== undefined && given[name] !== false && draft[name] === undefined)
      left.add(name, 'unreadable');
  if (given.deny !== undefined) {
    const denied: Json[] = Array.isArray(given.deny) ? given.deny : [given.deny];
    const unknown = denied.filter((entry) => !capabilities.some((each) => each === entry));
    for (const entry of unknown) left.add(`deny.${entryName(entry)}`, 'unreadable');
  }
  for (const name of ['maxSteps', 'max_steps', 'max_tool_iterations'])
    if (given[name] !== undefined && draft.maxSteps === undefined) left.add(name, 'unreadable');
  if (given.hosts && draft.hosts !== given.hosts) left.add('hosts', 'stricter');
  reportModes(given.approval, left);
  reportTimeouts(given.timeouts, left);
}

function reportModes(approval: unknown, left: LeftOutList): void {
  if (approval === undefined || approval === null) return;
  if (!isJsonObject(approval)) return left.add('approval', 'stricter');
  left.rest(approval, ['default', 'tools'], 'approval.');
  if (approval.default !== undefined && !readMode(approval.default)) left.add('approval.default', 'stricter');
  if (approval.tools !== undefined && !isJsonObject(approval.tools)) left.add('approval.tools', 'unreadable');
  const tools = isJsonObject(approval.tools) ? Object.entries(approval.tools) : [];
  for (const [name, mode] of tools) if (!readMode(mode)) left.add(`approval.tools.${name}`, 'stricter');
  reportMerged(tools, 'approval.tools', left);
}

/** Reports two names of one tool with different values, of which the stricter one is used. */
function reportMerged(entries: readonly [string, Json][], path: string, left: LeftOutList): void {
  const seen = new Map<string, Json>();
  for (const [given, value] of entries) {
    const name = canonicalName(given);
    if (seen.has(name) && seen.get(name) !== value) left.add(`${path}.${name}`, 'stricter');
    seen.set(name, value);
  }
}

function reportTimeouts(timeouts: unknown, left: LeftOutList): void {
  if (timeouts === undefined || timeouts === null) return;
  if (!isJsonObject(timeouts)) return left.add('timeouts', 'unreadable');
  for (const [name, seconds] of Object.entries(timeouts))
    if (!(typeof seconds === 'number' && seconds > 0)) left.add(`timeouts.${name}`, 'unreadable');
  reportMerged(Object.entries(timeouts), 'timeouts', left);
}

/** Capabilities by EvoClaw's names, which lists what is allowed. An agent that may run shell commands may also run scripts. */
const meanings: Readonly<Record<string, readonly Capability[]>> = {
  file_read: ['files.read'],
  file_write: ['files.write'],
  shell: ['shell', 'code'],
  network: ['network', 'search'],
  git: ['git'],
  session: ['sessions'],
  sessions: ['sessions'],
  models: ['models'],
};

/** Fails closed: an unknown name allows nothing, nor does a value that is not a boolean. */
function deniedCapabilities(allowed: Json, left: LeftOutList): Capability[] {
  if (!Array.isArray(allowed) && !isJsonObject(allowed)) left.add('capabilities', 'unreadable');
  const listed: readonly (readonly [name: Json, isAllowed: Json])[] = Array.isArray(allowed)
    ? allowed.map((name) => [name, true] as const)
    : isJsonObject(allowed)
      ? Object.entries(allowed)
      : [];
  const names = listed.flatMap(([name, isAllowed]): readonly Capability[] => {
    const known = typeof name === 'string' ? capabilityOf(name) : undefined;
    if (!known) left.add(`capabilities.${entryName(name)}`, 'unsupported');
    else if (typeof isAllowed !== 'boolean') left.add(`capabilities.${entryName(name)}`, 'stricter');
    return known && isAllowed === true ? known : [];
  });
  return capabilities.filter((each) => !names.includes(each));
}

function capabilityOf(name: string): readonly Capability[] | undefined {
  if (Object.hasOwn(meanings, name)) return meanings[name];
  const own = capabilities.find((each) => each === name);
  return own && [own];
}
