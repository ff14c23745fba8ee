/** An agent of OpenCode: Markdown with front matter. https://opencode.ai/docs/agents */
import { anyTool, type AgentDraft } from '#shared/agents/agent.ts';
import { isCount, readName } from '#shared/agents/read-agent.ts';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import type { LeftOutList } from '../left-out.ts';
import { editing, reading, toolOf } from './tool-words.ts';

const read = ['name', 'tools', 'permission', 'steps', 'maxSteps', 'model'];

const modes: Readonly<Record<string, ApprovalMode>> = { deny: 'deny', ask: 'ask', allow: 'auto' };

type Approval = { default: ApprovalMode; tools: Record<string, ApprovalMode> };

export function isOpenCode(value: JsonObject): boolean {
  return value.mode !== undefined || value.permission !== undefined || isJsonObject(value.tools);
}

export function readOpenCode(value: JsonObject, body: string, left: LeftOutList): AgentDraft {
  left.rest(value, read);
  if (value.model !== undefined) left.add('model', 'model');
  const steps = value.steps ?? value.maxSteps;
  if (steps !== undefined && !isCount(steps)) left.add('steps', 'unreadable');
  const approval: Approval = { default: 'auto', tools: {} };
  const tools = readSwitches(value.tools, approval, left);
  readPermission(value.permission, approval, left);
  askForOtherTools(approval, left);
  return {
    name: readName(value.name),
    systemPrompt: body.trim(),
    tools,
    ...(approval.default !== 'auto' || Object.keys(approval.tools).length > 0 ? { approval } : {}),
    ...(isCount(steps) ? { maxSteps: steps } : {}),
  };
}

/** The older form, `tools: {bash: false}`: tools that are not named are on, unless `*` is off. */
function readSwitches(value: unknown, approval: Approval, left: LeftOutList): string[] {
  if (value === undefined) return [anyTool];
  if (!isJsonObject(value)) {
    left.add('tools', 'unreadable');
    return [];
  }
  const names = Object.keys(value).filter((name) => name !== anyTool);
  const isOn = (name: string) => value[name] === true;
  for (const name of names)
    if (!isOn(name)) for (const tool of toolsOf(name)) restrict(tool, 'deny', approval, left);
  return value[anyTool] === undefined || isOn(anyTool) ? [anyTool] : names.filter(isOn).flatMap(toolsOf);
}

/** One mode for all tools, or a table by tool; of a nested table by pattern, the strictest mode is used. */
function readPermission(value: unknown, approval: Approval, left: LeftOutList): void {
  if (value === undefined) return;
  if (!isJsonObject(value)) {
    approval.default = readMode(value, 'permission', left);
    return;
  }
  for (const [name, rule] of Object.entries(value)) {
    const mode = readMode(rule, `permission.${name}`, left);
    if (name === anyTool) approval.default = mode;
    else for (const tool of toolsOf(name)) restrict(tool, mode, approval, left);
  }
}

function readMode(rule: unknown, path: string, left: LeftOutList): ApprovalMode {
  const words = isJsonObject(rule) ? Object.values(rule) : [rule];
  const found = words.map((word) =>
    typeof word === 'string' && Object.hasOwn(modes, word) ? modes[word] : undefined,
  );
  if (isJsonObject(rule) || found.includes(undefined)) left.add(path, 'stricter');
  // An empty table allows nothing.
  return found.map((mode) => mode ?? 'ask').reduce(stricterMode, found.length > 0 ? 'auto' : 'ask');
}

/** Tools that change nothing and that OpenCode runs without asking, unless a rule says otherwise. */
const toolsWithoutApproval = reading.filter((tool) => !['find', 'file_info'].includes(tool));

/** If the file restricts any tool, tools that OpenCode does not have get `ask`: it has no rules for them. */
function askForOtherTools(approval: Approval, left: LeftOutList): void {
  if (approval.default !== 'auto' || Object.values(approval.tools).every((mode) => mode === 'auto')) return;
  approval.default = 'ask';
  approval.tools = {
    ...Object.fromEntries(toolsWithoutApproval.map((tool) => [tool, 'auto'])),
    ...approval.tools,
  };
  left.add('approval.default', 'stricter');
}

/**
 * Sets the mode of a tool. Of two names for one tool, such as `edit` and `write`, the stricter mode is kept.
 */
function restrict(tool: string, mode: ApprovalMode, { tools }: Approval, left: LeftOutList): void {
  const other = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (other !== undefined && other !== mode) left.add(`permission.${tool}`, 'stricter');
  tools[tool] = stricterMode(other ?? mode, mode);
}

/** `edit` stands for every change of a file. */
function toolsOf(name: string): string[] {
  return name === 'edit' ? editing : [toolOf(name)];
}
