/** Imports an agent definition from JSON: an export of this app, or the format of another agent system. */
import { shorten } from '../shorten.ts';
import { readIcon } from './agent-icon.ts';
import { areHostRules } from './host-rules.ts';
import { isFailedSteps, isParallelCalls, type AgentDraft } from './agent.ts';
import { asId } from '../ids.ts';
import { visibleName } from '../invisible.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { limits } from '../limits.ts';
import { approvalModes } from '../tools/permission.ts';
import { capabilities, type Capability } from '../tools/tool.ts';
import { byCanonicalName, canonicalName } from '../tools/tool-aliases.ts';

type ImportProblem = 'not_json' | 'not_agent' | 'no_tools';
export type AgentImport = { ok: true; draft: AgentDraft } | { ok: false; problem: ImportProblem };

/** EvoClaw's capability names. Its list is an allow-list; what may run commands may run scripts. */
const seedCapabilities: Readonly<Record<string, readonly Capability[]>> = {
  file_read: ['files.read'],
  file_write: ['files.write'],
  shell: ['shell', 'code'],
  network: ['network', 'search'],
  git: ['git'],
  session: ['sessions'],
  sessions: ['sessions'],
  models: ['models'],
};

/** What is no name of one tool. */
const groupNames: Readonly<Record<string, string>> = { 'git_*': 'group:git' };

export function importAgent(text: string): AgentImport {
  const parsed = parseJson(text);
  if (parsed === undefined) return { ok: false, problem: 'not_json' };
  const value = isJsonObject(parsed) && isJsonObject(parsed.agent) ? parsed.agent : parsed;
  if (!isJsonObject(value)) return { ok: false, problem: 'not_agent' };
  const allowed = value.capabilities ?? value.allowed;
  if (value.tools === undefined && allowed === undefined) return { ok: false, problem: 'no_tools' };
  const { provider: _, model: __, ...draft } = readAgent(value);
  const deny = allowed === undefined ? draft.deny : capabilitiesOutside(allowed);
  return { ok: true, draft: { ...draft, ...(deny ? { deny } : {}) } };
}

/** Keeps the well-formed properties; the form and the engine validate the draft as a whole. */
export function readAgent(value: JsonObject): AgentDraft {
  const { icon } = value;
  const name = visibleName(firstText(value.name, value.agent_id, value.id));
  return {
    name: shorten(name, limits.agentNameCharacters, ''),
    ...(typeof icon === 'string' && readIcon(icon) ? { icon } : {}),
    systemPrompt: firstText(value.systemPrompt, value.system_prompt, value.prompt),
    tools: value.tools === undefined ? ['*'] : readTools(value.tools),
    ...(typeof value.provider === 'string' ? { provider: asId<'provider'>(value.provider) } : {}),
    ...(typeof value.model === 'string' ? { model: value.model } : {}),
    ...readPermissions(value),
    ...readLimits(value),
  };
}

function readPermissions({
  deny,
  approval: given,
  hosts,
  isGuarded,
}: JsonObject): Pick<AgentDraft, 'deny' | 'approval' | 'hosts' | 'isGuarded'> {
  const approval = readApproval(given);
  return {
    ...(isGuarded === true ? { isGuarded } : {}),
    ...readHosts(hosts),
    ...(Array.isArray(deny) ? { deny: capabilities.filter((each) => deny.includes(each)) } : {}),
    ...(approval ? { approval } : {}),
  };
}

function readLimits(
  value: JsonObject,
): Pick<AgentDraft, 'timeouts' | 'budget' | 'failedSteps' | 'parallelCalls' | 'maxSteps'> {
  const { timeouts, failedSteps, parallelCalls } = value;
  const steps = value.maxSteps ?? value.max_steps ?? value.max_tool_iterations;
  const budget = readBudget(value.budget);
  return {
    ...(isJsonObject(timeouts) ? { timeouts: byCanonicalName(onlyNumbers(timeouts)) } : {}),
    ...(budget ? { budget } : {}),
    ...(typeof failedSteps === 'number' && isFailedSteps(failedSteps) ? { failedSteps } : {}),
    ...(typeof parallelCalls === 'number' && isParallelCalls(parallelCalls) ? { parallelCalls } : {}),
    ...(steps === 'unlimited' || typeof steps === 'number' ? { maxSteps: steps } : {}),
  };
}

/** Fails closed: with rules that cannot be read, no host is allowed until the user has corrected them. */
function readHosts(hosts: unknown): Pick<AgentDraft, 'hosts'> {
  if (hosts === undefined || hosts === null) return {};
  return { hosts: areHostRules(hosts) ? hosts : { allow: ['invalid.invalid'] } };
}

/** Accepts names, `{name}` and OpenAI's `{function: {name}}`, and translates aliases to tool names of this app. */
function readTools(value: unknown): string[] {
  const names = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [entry];
    const named = isJsonObject(entry) && isJsonObject(entry.function) ? entry.function : entry;
    return isJsonObject(named) && typeof named.name === 'string' ? [named.name] : [];
  });
  return [...new Set(names.map((name) => own(groupNames, name) ?? canonicalName(name)))];
}

/** Fails closed: an unknown name allows nothing. */
function capabilitiesOutside(allowed: unknown): Capability[] {
  const listed = Array.isArray(allowed)
    ? allowed
    : isJsonObject(allowed)
      ? Object.keys(allowed).filter((name) => allowed[name] === true)
      : [];
  const names = listed.flatMap((name: unknown): readonly string[] =>
    typeof name === 'string' ? (own(seedCapabilities, name) ?? [name]) : [],
  );
  return capabilities.filter((each) => !names.includes(each));
}

function readApproval(value: unknown): AgentDraft['approval'] {
  if (!isJsonObject(value)) return undefined;
  const tools = isJsonObject(value.tools) ? Object.entries(value.tools) : [];
  const known = tools.flatMap(([name, mode]) => {
    const found = approvalModes.find((each) => each === mode);
    return found ? [[name, found] as const] : [];
  });
  return {
    // An unknown mode asks, which is safe.
    default:
      approvalModes.find((each) => each === value.default) ?? (value.default === undefined ? 'auto' : 'ask'),
    ...(known.length > 0 ? { tools: byCanonicalName(Object.fromEntries(known)) } : {}),
  };
}

/** Leaves out invalid limits. */
function readBudget(value: unknown): AgentDraft['budget'] {
  if (!isJsonObject(value)) return undefined;
  const { tokens, cost } = value;
  const budget = {
    ...(typeof tokens === 'number' && Number.isInteger(tokens) && tokens > 0 ? { tokens } : {}),
    ...(typeof cost === 'number' && Number.isFinite(cost) && cost > 0 ? { cost } : {}),
  };
  return Object.keys(budget).length > 0 ? budget : undefined;
}

function onlyNumbers(values: JsonObject): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, seconds]) =>
      typeof seconds === 'number' ? [[name, seconds] as const] : [],
    ),
  );
}

function firstText(...values: unknown[]): string {
  return values.find((value) => typeof value === 'string') ?? '';
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
