/** Adapts an imported draft: known tools, approval modes that the gate can apply, no invisible characters. */
import { anyTool, type AgentDraft } from '#shared/agents/agent.ts';
import { findInvisible, visibleParagraphs } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';
import { isExternalName } from '#shared/tools/external-tool.ts';
import { stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import { isToolEntry } from '#shared/tools/tool-entry.ts';
import { byCanonicalName, canonicalName } from '#shared/tools/tool-aliases.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { limitDraft } from './limit-draft.ts';
import type { LeftOutList } from './left-out.ts';

export type IsKnown = (tool: string) => boolean;

/** `isOwn`: the file names each tool of this app that it means. */
export function fitDraft(draft: AgentDraft, left: LeftOutList, isKnown: IsKnown, isOwn: boolean): AgentDraft {
  const isHere = (entry: string) => {
    if (isName(entry) && isToolEntry(entry, isKnown)) return true;
    left.add(entry, 'unknown-tool');
    return false;
  };
  const { timeouts } = draft;
  const systemPrompt = visibleParagraphs(draft.systemPrompt);
  if (systemPrompt !== draft.systemPrompt) left.add('systemPrompt', 'hidden');
  const tools = [...new Set(draft.tools.map(canonicalName))].filter(isHere);
  const rights = fitApproval({ ...draft, tools }, left, isHere);
  const fitted: AgentDraft = {
    ...draft,
    systemPrompt,
    ...rights,
    ...(rights.approval && !isOwn
      ? { approval: restrictEquivalentTools(rights.approval, left, isKnown) }
      : {}),
    ...(timeouts ? { timeouts: keepKnownTools(byCanonicalName(timeouts, Math.min), isHere) } : {}),
  };
  return limitDraft(fitted, left);
}

/** Whether the entry can be a tool's name. Nothing else of an external tool is known here. */
function isName(entry: string): boolean {
  return entry !== '' && entry.length <= limits.external.nameCharacters && findInvisible(entry) === undefined;
}

function keepKnownTools<Value>(
  table: Record<string, Value>,
  isHere: (entry: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => name === anyTool || isHere(name)));
}

type Approval = NonNullable<AgentDraft['approval']>;
type Rights = Pick<AgentDraft, 'tools' | 'approval'>;

/** The gate looks up modes by tool name: a mode for a group becomes one for each tool, or the default. */
function fitApproval(
  { tools, approval }: Rights,
  left: LeftOutList,
  isHere: (entry: string) => boolean,
): Rights {
  if (!approval?.tools) return { tools, ...(approval ? { approval } : {}) };
  let usual = approval.default;
  let kept = tools;
  const modes = new Map<string, ApprovalMode>();
  const wide: [name: string, mode: ApprovalMode][] = [];
  for (const [name, mode] of Object.entries(byCanonicalName(approval.tools, stricterMode))) {
    if (name === anyTool) usual = stricterMode(usual, mode);
    else if (!isHere(name)) continue;
    else if (isWide(name)) wide.push([name, mode]);
    else modes.set(name, mode);
  }
  for (const [name, mode] of wide) {
    const members = membersOf(name);
    for (const member of members) modes.set(member, stricterMode(modes.get(member) ?? mode, mode));
    if (members.length > 0 || mode === 'auto') continue;
    left.add(name, 'stricter');
    if (mode === 'deny') kept = kept.filter((entry) => !overlaps(entry, name));
    else usual = stricterMode(usual, mode);
  }
  return { tools: kept, approval: { default: usual, tools: Object.fromEntries(modes) } };
}

/** For a tool, other tools of this app with the same effect. Other systems do not have them. */
const equivalentTools: Readonly<Record<string, readonly string[]>> = {
  execute_shell_command: ['run_python', 'run_javascript', 'manage_process'],
  fetch_url: ['http_request'],
};

/** Gives the tools in `alike` a mode at least as strict: without commands, for example, no scripts. */
function restrictEquivalentTools(approval: Approval, left: LeftOutList, isKnown: IsKnown): Approval {
  const tools = new Map(Object.entries(approval.tools ?? {}));
  for (const [tool, others] of Object.entries(equivalentTools)) {
    const mode = tools.get(tool);
    if (mode === undefined) continue;
    for (const other of others) {
      const own = tools.get(other) ?? approval.default;
      if (own === stricterMode(own, mode) || !isKnown(other)) continue;
      if (tools.has(other)) left.add(`approval.tools.${other}`, 'stricter');
      tools.set(other, mode);
    }
  }
  return { ...approval, ...(tools.size > 0 ? { tools: Object.fromEntries(tools) } : {}) };
}

function isWide(name: string): boolean {
  return name.startsWith('group:') || (isExternalName(name) && name.includes('*'));
}

/** The built-in tools of a group. Empty for external tools: they are unknown while a server is offline. */
function membersOf(name: string): string[] {
  return definitions.filter(({ category }) => name === `group:${category}`).map((tool) => tool.name);
}

/** Whether an entry of the tool list and a pattern of external tools can match the same tool. */
function overlaps(entry: string, name: string): boolean {
  if (!isExternalName(entry)) return false;
  const [one, other] = [entry, name].map((each) => each.replace(/\*.*$/s, ''));
  return one !== undefined && other !== undefined && (one.startsWith(other) || other.startsWith(one));
}
