/** Rules for single tools: EvoClaw's `[tools.<name>]` and `[[tools]]`, also in tool lists of this app. */
import { anyTool, type AgentDraft } from '#shared/agents/agent.ts';
import { isCount, readMode, readTools } from '#shared/agents/read-agent.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import type { LeftOutList } from '../left-out.ts';

export type ToolRules = { modes: Map<string, ApprovalMode>; timeouts: Map<string, number> };

/** Tables of `tools` that are not about one tool. */
const shared = ['paths', 'permissions'];

export function noRules(): ToolRules {
  return { modes: new Map(), timeouts: new Map() };
}

/** Reads the rules in a list of tools; a name alone has none. Programs that a skill brings are left out. */
export function readToolList(tools: readonly Json[], rules: ToolRules, left: LeftOutList): void {
  for (const tool of tools) {
    if (typeof tool === 'string') continue;
    const [name] = readTools([tool]);
    if (!isJsonObject(tool) || name === undefined) {
      left.add('tools', 'unreadable');
      continue;
    }
    const described = ['name', 'description', 'parameters'];
    readToolEntry(name, tool, rules, left, [...described, 'type', 'function']);
    if (isJsonObject(tool.function)) left.rest(tool.function, described, `tools.${name}.`);
  }
}

/** `[tools]` with settings for all tools, and `[tools.<name>]` for one. */
export function readToolTable(tools: JsonObject, rules: ToolRules, left: LeftOutList): void {
  for (const [name, rule] of Object.entries(tools)) {
    const mode = rule === false ? 'deny' : readMode(rule);
    if (name === 'permissions' && isCapabilityList(rule)) continue;
    if (shared.includes(name)) {
      left.rest(
        isJsonObject(rule) ? rule : { [name]: rule },
        [],
        isJsonObject(rule) ? `tools.${name}.` : 'tools.',
      );
    } else if (name === 'timeout_ms' && isCount(rule)) limit(anyTool, rule, rules);
    else if (isJsonObject(rule)) readToolEntry(name, rule, rules, left);
    else if (mode) restrict(name, [mode], rules, left);
    else if (rule !== true) left.rest({ [name]: rule }, [], 'tools.');
  }
}

/** The capabilities of all tools, which may be in `tools.permissions` beside `[tools.<name>]`. */
export function sharedCapabilities(tools: Json | undefined): Json | undefined {
  const permissions = isJsonObject(tools) ? tools.permissions : undefined;
  return permissions !== undefined && isCapabilityList(permissions) ? permissions : undefined;
}

function isCapabilityList(value: Json): boolean {
  if (Array.isArray(value)) return true;
  return isJsonObject(value) && Object.values(value).every((each) => typeof each === 'boolean');
}

/** Fails closed: a tool whose `enabled` is not a boolean is denied, and an unknown mode becomes `ask`. */
function readToolEntry(
  name: string,
  rule: JsonObject,
  rules: ToolRules,
  left: LeftOutList,
  known: readonly string[] = [],
): void {
  const { enabled, timeout_ms: time } = rule;
  left.rest(rule, ['enabled', 'approval', 'permission', 'timeout_ms', ...known], `tools.${name}.`);
  if (isCount(time)) limit(name, time, rules);
  else if (time !== undefined) left.add(`tools.${name}.timeout_ms`, 'unreadable');
  const given = [rule.approval, rule.permission].filter((mode) => mode !== undefined && mode !== null);
  const isReadable = (enabled === undefined || typeof enabled === 'boolean') && given.every(readMode);
  if (!isReadable) left.add(`tools.${name}`, 'stricter');
  const modes = given.map((mode) => readMode(mode) ?? 'ask');
  restrict(name, enabled === undefined || enabled === true ? modes : [...modes, 'deny'], rules, left);
}

/** Sets the mode of a tool; of two names for one tool, the stricter mode is kept. */
function restrict(
  name: string,
  given: readonly ApprovalMode[],
  { modes }: ToolRules,
  left: LeftOutList,
): void {
  const [tool = name] = readTools([name]);
  if (given.length === 0) return;
  const mode = given.reduce(stricterMode, 'auto');
  const other = modes.get(tool);
  if (other !== undefined && other !== mode) left.add(`tools.${tool}`, 'stricter');
  modes.set(tool, stricterMode(other ?? mode, mode));
}

/** Sets the deadline of a tool; the shorter one is kept. */
function limit(name: string, milliseconds: number, { timeouts }: ToolRules): void {
  const tool = canonicalName(name);
  timeouts.set(tool, Math.min(timeouts.get(tool) ?? Infinity, milliseconds / 1000));
}

/** Adds the rules to the draft. If the draft has one for the same tool, the stricter one is kept. */
export function withRules(draft: AgentDraft, { modes, timeouts }: ToolRules, left: LeftOutList): AgentDraft {
  const tools = new Map(Object.entries(draft.approval?.tools ?? {}));
  for (const [tool, mode] of modes) {
    const own = tools.get(tool);
    if (own !== undefined && own !== mode) left.add(`tools.${tool}`, 'stricter');
    tools.set(tool, stricterMode(own ?? mode, mode));
  }
  const seconds = new Map(Object.entries(draft.timeouts ?? {}));
  for (const [tool, time] of timeouts) seconds.set(tool, Math.min(seconds.get(tool) ?? Infinity, time));
  const usual = draft.approval?.default ?? 'auto';
  return {
    ...draft,
    ...(seconds.size > 0 ? { timeouts: Object.fromEntries(seconds) } : {}),
    ...(tools.size > 0 ? { approval: { default: usual, tools: Object.fromEntries(tools) } } : {}),
  };
}
