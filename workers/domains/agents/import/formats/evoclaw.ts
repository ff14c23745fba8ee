/** An agent, an orchestrator's configuration or a skill of EvoClaw, in TOML or JSON. */
import { anyTool, isFailedSteps, type AgentDraft } from '#shared/agents/agent.ts';
import { isCount, readMode, readTools } from '#shared/agents/read-agent.ts';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import type { LeftParts } from '../left-out.ts';
import { readWithCapabilities } from './oneclaw.ts';

const identity = ['agent_id', 'id', 'name', 'system_prompt', 'systemPrompt', 'prompt'];
const rights = ['tools', 'capabilities', 'allowed'];
const limits = ['maxSteps', 'max_steps', 'max_tool_iterations'];
const models = ['provider', 'model', 'fallbacks'];
/** Tables of `tools` that are not about one tool. */
const shared = ['paths', 'permissions'];

type ToolRules = { modes: Record<string, ApprovalMode>; timeouts: Record<string, number> };

export function readEvoClaw(value: JsonObject, left: LeftParts): AgentDraft {
  const agent = tableOf(value.agent) ?? tableOf(value.skill) ?? value;
  const orchestrator = tableOf(value.orchestrator) ?? {};
  const tools = agent.tools ?? value.tools;
  const rules: ToolRules = { modes: {}, timeouts: {} };
  const given: JsonObject = {
    ...agent,
    ...orchestratorLimits(orchestrator, left),
    ...allowed(agent, orchestrator),
  };
  if (isJsonObject(tools)) {
    delete given.tools;
    readToolTable(tools, rules, left);
  } else if (tools !== undefined) {
    given.tools = tools;
    if (Array.isArray(tools)) readToolList(tools, rules, left);
  }

  left.rest(agent, [...identity, ...rights, ...limits, ...models, ...(agent === value ? own : [])]);
  if (agent !== value) left.rest(value, own);
  const draft = readWithCapabilities(given, left);
  return withRules(draft, rules, left);
}

/** Tables that are read by name. */
const own = ['agent', 'skill', 'tools', 'orchestrator', 'version'];

function allowed(agent: JsonObject, orchestrator: JsonObject): JsonObject {
  if ((agent.capabilities ?? agent.allowed) !== undefined) return {};
  const permissions = tableOf(tableOf(orchestrator.tools)?.permissions);
  return permissions ? { capabilities: permissions } : {};
}

function orchestratorLimits(orchestrator: JsonObject, left: LeftParts): JsonObject {
  const {
    max_tool_iterations: steps,
    tool_error_limit: errors,
    default_tool_timeout_ms: time,
  } = orchestrator;
  const known = ['max_tool_iterations', 'tool_error_limit', 'default_tool_timeout_ms', 'tool_loop_enabled'];
  left.rest(orchestrator, [...known, 'tools'], 'orchestrator.');
  left.rest(tableOf(orchestrator.tools) ?? {}, ['permissions'], 'orchestrator.tools.');
  return {
    ...(steps === undefined ? {} : { max_tool_iterations: steps }),
    ...(isCount(errors) && isFailedSteps(errors) ? { failedSteps: errors } : {}),
    ...(isCount(time) ? { timeouts: { [anyTool]: time / 1000 } } : {}),
  };
}

/** `[[tools]]` of a skill, or names. What a skill brings as a program cannot run here. */
function readToolList(tools: readonly unknown[], rules: ToolRules, left: LeftParts): void {
  for (const tool of tools) {
    if (typeof tool === 'string') continue;
    const [name] = readTools([tool]);
    if (!isJsonObject(tool) || name === undefined) left.add('tools', 'unreadable');
    else readToolEntry(name, tool, rules, left, ['name', 'description', 'parameters', 'type', 'function']);
  }
}

/** `[tools]` with settings for all tools, and `[tools.<name>]` for one. */
function readToolTable(tools: JsonObject, rules: ToolRules, left: LeftParts): void {
  for (const [name, rule] of Object.entries(tools)) {
    if (name === 'timeout_ms' && isCount(rule)) rules.timeouts[anyTool] = rule / 1000;
    else if (typeof rule === 'boolean' && !shared.includes(name))
      applyMode(name, rule ? undefined : 'deny', rules, left);
    else if (isJsonObject(rule) && !shared.includes(name)) readToolEntry(name, rule, rules, left);
    else if (isJsonObject(rule)) left.rest(rule, [], `tools.${name}.`);
    else left.rest({ [name]: rule }, [], 'tools.');
  }
}

function readToolEntry(
  name: string,
  rule: JsonObject,
  rules: ToolRules,
  left: LeftParts,
  known: readonly string[] = [],
): void {
  const mode = rule.approval ?? rule.permission;
  left.rest(rule, ['enabled', 'approval', 'permission', 'timeout_ms', ...known], `tools.${name}.`);
  if (isCount(rule.timeout_ms))
    rules.timeouts = merge(rules.timeouts, { [canonicalName(name)]: rule.timeout_ms / 1000 }, Math.min);
  if (rule.enabled === false) applyMode(name, 'deny', rules, left);
  else if (mode !== undefined) {
    if (!readMode(mode)) left.add(`tools.${name}`, 'stricter');
    applyMode(name, readMode(mode) ?? 'ask', rules, left);
  }
}

/** Two names of one tool: the stricter mode and the shorter deadline hold. */
function applyMode(
  name: string,
  mode: ApprovalMode | undefined,
  { modes }: ToolRules,
  left: LeftParts,
): void {
  const [tool] = readTools([name]);
  if (!mode || tool === undefined) return;
  const other = Object.hasOwn(modes, tool) ? modes[tool] : undefined;
  if (other !== undefined && other !== mode) left.add(`tools.${tool}`, 'stricter');
  modes[tool] = stricterMode(other ?? mode, mode);
}

function withRules(draft: AgentDraft, { modes, timeouts }: ToolRules, left: LeftParts): AgentDraft {
  const own = draft.approval?.tools ?? {};
  const isOther = (tool: string) => Object.hasOwn(modes, tool) && modes[tool] !== own[tool];
  for (const tool of Object.keys(own)) if (isOther(tool)) left.add(`tools.${tool}`, 'stricter');
  const tools = merge(own, modes, stricterMode);
  const seconds = merge(draft.timeouts ?? {}, timeouts, Math.min);
  return {
    ...draft,
    ...(Object.keys(seconds).length > 0 ? { timeouts: seconds } : {}),
    ...(Object.keys(tools).length > 0
      ? { approval: { default: draft.approval?.default ?? ('auto' as const), tools } }
      : {}),
  };
}

function merge<Value>(
  one: Readonly<Record<string, Value>>,
  other: Readonly<Record<string, Value>>,
  stricter: (one: Value, other: Value) => Value,
): Record<string, Value> {
  const merged = new Map(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    const before = merged.get(name);
    merged.set(name, before === undefined ? value : stricter(before, value));
  }
  return Object.fromEntries(merged);
}

function tableOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
