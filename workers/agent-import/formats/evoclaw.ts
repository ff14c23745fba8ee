/** An agent, an orchestrator's configuration or a skill of EvoClaw, in TOML or JSON. */
import { anyTool, isFailedSteps, type AgentDraft } from '#shared/agents/agent.ts';
import { entryAdmits } from '#shared/agents/admitted-tools.ts';
import { builtInSource, isExternalName } from '#shared/tools/external-tool.ts';
import { isCount, readTools } from '#shared/agents/read-agent.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { LeftOutList } from '../left-out.ts';
import { readWithCapabilities } from './oneclaw.ts';
import {
  sharedCapabilities,
  noRules,
  readToolList,
  readToolTable,
  withRules,
  type ToolRules,
} from './tool-rules.ts';

const identity = ['agent_id', 'id', 'name', 'system_prompt', 'systemPrompt', 'prompt'];
const rights = ['tools', 'capabilities', 'allowed'];
const limits = ['maxSteps', 'max_steps', 'max_tool_iterations'];
const models = ['provider', 'model', 'fallbacks'];
/** Tables that are read by name. */
const own = ['agent', 'skill', 'orchestrator', 'version'];

/** Rights may be in the file, in its agent and in its skill: the result is what all of them allow. */
export function readEvoClaw(value: JsonObject, left: LeftOutList): AgentDraft {
  const [agentTable, skill, orchestrator] = ['agent', 'skill', 'orchestrator'].map((name) =>
    readTable(value, name, left),
  );
  const agent = agentTable ?? skill ?? value;
  const parts = [...new Set([value, agent, skill ?? value])];
  const rules = noRules();
  const tools = isLoopOff(orchestrator) ? [] : readToolParts(parts, rules, left);
  const { tools: _, ...others } = agent;
  const given: JsonObject = {
    ...others,
    ...orchestratorLimits(orchestrator ?? {}, left),
    ...(tools ? { tools } : {}),
  };
  const known = [...identity, ...rights, ...limits, ...models];
  left.rest(agent, agent === value ? [...known, ...own] : known);
  if (agent !== value) left.rest(value, [...rights, ...own]);
  if (skill && skill !== agent) left.rest(skill, ['name', ...rights], 'skill.');
  const draft = readWithCapabilities(
    given,
    [...parts.flatMap(capabilityLists), permissionsOf(orchestrator)],
    left,
  );
  return withRules(draft, rules, left);
}

function readTable(value: JsonObject, name: string, left: LeftOutList): JsonObject | undefined {
  const table = value[name];
  if (isJsonObject(table)) return table;
  if (table !== undefined && table !== null) left.add(name, 'unreadable');
  return undefined;
}

function capabilityLists({ capabilities, allowed, tools }: JsonObject): (Json | undefined)[] {
  return [capabilities, allowed, sharedCapabilities(tools)];
}

function permissionsOf(orchestrator: JsonObject | undefined): Json | undefined {
  return isJsonObject(orchestrator?.tools) ? orchestrator.tools.permissions : undefined;
}

/** Whether the loop is off: the model is then asked once, without tools. */
function isLoopOff(orchestrator: JsonObject | undefined): boolean {
  const isOn = orchestrator?.tool_loop_enabled;
  return isOn !== undefined && isOn !== true;
}

function orchestratorLimits(orchestrator: JsonObject, left: LeftOutList): JsonObject {
  const {
    max_tool_iterations: steps,
    tool_error_limit: errors,
    default_tool_timeout_ms: time,
    tools,
  } = orchestrator;
  const known = ['max_tool_iterations', 'tool_error_limit', 'default_tool_timeout_ms', 'tool_loop_enabled'];
  left.rest(orchestrator, isJsonObject(tools) ? [...known, 'tools'] : known, 'orchestrator.');
  left.rest(isJsonObject(tools) ? tools : {}, ['permissions'], 'orchestrator.tools.');
  const hasErrors = isCount(errors) && isFailedSteps(errors);
  if (errors !== undefined && !hasErrors) left.add('orchestrator.tool_error_limit', 'unreadable');
  if (time !== undefined && !isCount(time)) left.add('orchestrator.default_tool_timeout_ms', 'unreadable');
  return {
    ...(steps === undefined ? {} : { max_tool_iterations: steps }),
    ...(hasErrors ? { failedSteps: errors } : {}),
    ...(isCount(time) ? { timeouts: { [anyTool]: time / 1000 } } : {}),
  };
}

/** Reads `tools` of all parts: rules from a table; the intersection of lists, undefined without a list. */
function readToolParts(
  parts: readonly JsonObject[],
  rules: ToolRules,
  left: LeftOutList,
): string[] | undefined {
  const lists: string[][] = [];
  for (const { tools } of parts) {
    if (tools === undefined || tools === null) continue;
    if (isJsonObject(tools)) readToolTable(tools, rules, left);
    else lists.push(readTools(tools));
    if (Array.isArray(tools)) readToolList(tools, rules, left);
  }
  if (lists.length === 0) return undefined;
  const common = lists.reduce(inBoth);
  if (lists.some((list) => list.length > common.length)) left.add('tools', 'stricter');
  return common;
}

/** The source that an entry without its tool can only mean: a list has nothing but names. */
function sourceMeant(entry: string): string {
  return isExternalName(entry) ? entry : builtInSource;
}

function inBoth(one: readonly string[], other: readonly string[]): string[] {
  const isIn = (entry: string, list: readonly string[]) =>
    // The group of a tool is not known here, so a tool in one list and a group in the other have nothing in
    // common.
    list.some(
      (each) =>
        each === entry ||
        (!each.startsWith('group:') &&
          entryAdmits(each, { name: entry, source: sourceMeant(entry), category: 'io' })),
    );
  const common = [...one.filter((entry) => isIn(entry, other)), ...other.filter((entry) => isIn(entry, one))];
  return [...new Set(common)];
}
