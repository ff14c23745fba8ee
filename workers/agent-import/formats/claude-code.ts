/** A subagent of Claude Code: Markdown with front matter. https://code.claude.com/docs/en/sub-agents */
import type { AgentDraft } from '#shared/agents/agent.ts';
import { writeIcon, type AgentColour } from '#shared/agents/agent-icon.ts';
import { isCount, readName } from '#shared/agents/read-agent.ts';
import type { JsonObject } from '#shared/json.ts';
import { stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import type { LeftOutList } from '../left-out.ts';
import { editing, reading, toolOf } from './tool-words.ts';

const read = [
  'name',
  'tools',
  'disallowedTools',
  'permissionMode',
  'maxTurns',
  'model',
  'mcpServers',
  'color',
];

/** For each of Claude Code's eight colours, the nearest one of this app. */
const colours: Readonly<Record<string, AgentColour>> = {
  ...{ red: 'ember', orange: 'ember', yellow: 'amber', green: 'moss' },
  ...{ cyan: 'teal', blue: 'blue', purple: 'violet', pink: 'rose' },
};

export function readClaudeCode(value: JsonObject, body: string, left: LeftOutList): AgentDraft {
  left.rest(value, read);
  const icon = iconOf(value.color, left);
  nameLeftOut(value, left);
  const allowed = value.tools === undefined ? undefined : listOf(value.tools, 'tools', left);
  const isAllowed = ([name]: [string, ApprovalMode]) => !allowed || allowed.some(({ tool }) => tool === name);
  const usual = Object.entries(modesOf(value.permissionMode, left));
  const modes = Object.fromEntries(usual.filter(isAllowed));
  for (const { tool } of allowed?.filter(({ isNarrowed }) => isNarrowed) ?? []) {
    left.add(`tools.${tool}`, 'stricter');
    modes[tool] = narrowed(modes[tool]);
  }
  for (const { tool } of listOf(value.disallowedTools ?? [], 'disallowedTools', left)) modes[tool] = 'deny';
  return {
    name: readName(value.name),
    ...(icon === undefined ? {} : { icon }),
    systemPrompt: body.trim(),
    tools: allowed?.map(({ tool }) => tool) ?? ['*'],
    approval: { default: 'ask', tools: modes },
    ...(isCount(value.maxTurns) ? { maxSteps: value.maxTurns } : {}),
  };
}

function nameLeftOut({ model, mcpServers, maxTurns }: JsonObject, left: LeftOutList): void {
  if (typeof model === 'string' && model !== 'inherit') left.add('model', 'model');
  if (mcpServers !== undefined) left.add('mcpServers', 'server');
  if (maxTurns !== undefined && !isCount(maxTurns)) left.add('maxTurns', 'unreadable');
}

function iconOf(value: unknown, left: LeftOutList): string | undefined {
  if (value === undefined) return undefined;
  const colour = typeof value === 'string' && Object.hasOwn(colours, value) ? colours[value] : undefined;
  if (!colour) left.add('color', 'unreadable');
  return colour && writeIcon('code', colour);
}

/** Claude Code asks before it changes or sends anything. A mode that asks less is not imported. */
function modesOf(mode: unknown, left: LeftOutList): Record<string, ApprovalMode> {
  const modes = Object.fromEntries(reading.map((tool): [string, ApprovalMode] => [tool, 'auto']));
  if (mode === undefined || mode === 'default') return modes;
  if (mode === 'plan')
    return { ...modes, ...Object.fromEntries(editing.map((tool) => [tool, 'deny'] as const)) };
  left.add('permissionMode', 'stricter');
  return modes;
}

/** `Bash(git *)` allows only some commands. This app has no such mode, so the user is asked about each. */
function narrowed(mode: ApprovalMode = 'ask'): ApprovalMode {
  return stricterMode(mode, 'ask');
}

type Named = { tool: string; isNarrowed: boolean };

/** `Read, Grep, Bash(git *)`, or a list of these. */
function listOf(value: unknown, name: string, left: LeftOutList): Named[] {
  const entries: unknown[] =
    typeof value === 'string' ? splitNames(value) : Array.isArray(value) ? value : [value];
  return entries.flatMap((entry) => {
    const found = typeof entry === 'string' ? /^\s*([\w*-]+)\s*(\(.*\))?\s*$/.exec(entry) : null;
    if (!found?.[1]) {
      left.add(name, 'unreadable');
      return [];
    }
    return [{ tool: toolOf(found[1]), isNarrowed: found[2] !== undefined }];
  });
}

/** Splits at the commas outside of parentheses. */
function splitNames(text: string): string[] {
  return (text.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? []).filter((entry) => entry.trim() !== '');
}
