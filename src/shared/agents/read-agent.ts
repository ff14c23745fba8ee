/** Reads an agent's properties from JSON that this app or another one wrote. */
import { shorten } from '../shorten.ts';
import { readIcon } from './agent-icon.ts';
import { areHostRules } from './host-rules.ts';
import { isFailedSteps, isParallelCalls, type AgentDraft } from './agent.ts';
import { asId } from '../ids.ts';
import { visibleName } from '../invisible.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import * as limits from '../limits.ts';
import { approvalModes, stricterMode, type ApprovalMode } from '../tools/permission.ts';
import { capabilities } from '../tools/tool.ts';
import { byCanonicalName, canonicalName } from '../tools/tool-aliases.ts';

/** Entries that stand for several tools. */
const groupNames: Readonly<Record<string, string>> = { 'git_*': 'group:git' };

/** Keeps the well-formed properties; the form and the engine validate the draft as a whole. */
export function readAgent(value: JsonObject): AgentDraft {
  const { icon } = value;
  return {
    name: readName(value.name, value.agent_id, value.id),
    ...(typeof icon === 'string' && readIcon(icon) ? { icon } : {}),
    systemPrompt: firstText(value.systemPrompt, value.system_prompt, value.prompt),
    tools: value.tools === undefined ? ['*'] : readTools(value.tools),
    ...(typeof value.provider === 'string' ? { provider: asId<'provider'>(value.provider) } : {}),
    ...(typeof value.model === 'string' ? { model: value.model } : {}),
    ...readPermissions(value),
    ...readLimits(value),
  };
}

/** The first of the values that is text, as a name. */
export function readName(...values: unknown[]): string {
  return shorten(visibleName(firstText(...values)), limits.agentNameCharacters, '');
}

function readPermissions({
  deny,
  approval: given,
  hosts,
  isGuarded,
}: JsonObject): Pick<AgentDraft, 'deny' | 'approval' | 'hosts' | 'isGuarded'> {
  const approval = readApproval(given);
  const denied: unknown[] = Array.isArray(deny) ? deny : [deny];
  return {
    ...(isGuarded === true ? { isGuarded } : {}),
    ...readHosts(hosts),
    ...(deny === undefined ? {} : { deny: capabilities.filter((each) => denied.includes(each)) }),
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
    ...(isJsonObject(timeouts) ? { timeouts: byCanonicalName(onlySeconds(timeouts), Math.min) } : {}),
    ...(budget ? { budget } : {}),
    ...(typeof failedSteps === 'number' && isFailedSteps(failedSteps) ? { failedSteps } : {}),
    ...(typeof parallelCalls === 'number' && isParallelCalls(parallelCalls) ? { parallelCalls } : {}),
    ...(steps === 'unlimited' || isCount(steps) ? { maxSteps: steps } : {}),
  };
}

/** Fails closed: with rules that cannot be read, no host is allowed until the user has corrected them. */
function readHosts(hosts: unknown): Pick<AgentDraft, 'hosts'> {
  if (hosts === undefined || hosts === null) return {};
  return { hosts: areHostRules(hosts) ? hosts : { allow: ['invalid.invalid'] } };
}

/** Accepts names, `{name}` and OpenAI's `{function: {name}}`, and translates aliases to tool names of this app. */
export function readTools(value: unknown): string[] {
  const names = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [entry];
    const named = isJsonObject(entry) && isJsonObject(entry.function) ? entry.function : entry;
    return isJsonObject(named) && typeof named.name === 'string' ? [named.name] : [];
  });
  return [...new Set(names.map((name) => own(groupNames, name) ?? canonicalName(name)))];
}

/**
 * Fails closed: a mode that cannot be read becomes `ask`, or `deny` for a tool of an agent that
 * denies by default.
 */
function readApproval(value: unknown): AgentDraft['approval'] {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) return { default: 'ask' };
  const fallback = readMode(value.default) ?? (value.default === undefined ? 'auto' : 'ask');
  const tools = isJsonObject(value.tools) ? Object.entries(value.tools) : [];
  const modes = tools.map(([name, mode]): [string, ApprovalMode] => [
    name,
    readMode(mode) ?? (fallback === 'deny' ? 'deny' : 'ask'),
  ]);
  return {
    default: fallback,
    ...(modes.length > 0 ? { tools: byCanonicalName(Object.fromEntries(modes), stricterMode) } : {}),
  };
}

export function readMode(value: unknown): ApprovalMode | undefined {
  return approvalModes.find((each) => each === value);
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

function onlySeconds(values: JsonObject): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, seconds]) =>
      typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
        ? [[name, seconds] as const]
        : [],
    ),
  );
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

export function firstText(...values: unknown[]): string {
  return values.find((value) => typeof value === 'string') ?? '';
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
