/** Bounds the lists of an imported agent: each is shown, stored, and read at every call. What is cut makes it stricter. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import { approvalModes, stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import type { LeftParts } from './left-out.ts';

/** Several times as many as there are tools. */
const mostEntries = 500;

type Approval = NonNullable<AgentDraft['approval']>;

export function bound(draft: AgentDraft, left: LeftParts): AgentDraft {
  const { tools, approval, timeouts, hosts } = draft;
  const rules = (hosts?.allow?.length ?? 0) + (hosts?.block?.length ?? 0);
  return {
    ...draft,
    tools: cut(tools, 'tools', left),
    ...(approval?.tools ? { approval: boundModes({ ...approval, tools: approval.tools }, left) } : {}),
    ...(timeouts ? { timeouts: boundTimeouts(timeouts, left) } : {}),
    // As with rules that cannot be read: none of them is, and no host is allowed.
    ...(rules > mostEntries ? { hosts: { allow: cut(['invalid.invalid'], 'hosts', left, rules) } } : {}),
  };
}

/** The strictest modes stay; the others hold for all tools that have none. */
function boundModes(
  approval: { default: ApprovalMode; tools: Record<string, ApprovalMode> },
  left: LeftParts,
): Approval {
  const entries = Object.entries(approval.tools);
  if (entries.length <= mostEntries) return approval;
  const sorted = approvalModes.toReversed().flatMap((mode) => entries.filter(([, each]) => each === mode));
  const [, lost = 'auto'] = sorted[mostEntries] ?? [];
  return {
    default: stricterMode(approval.default, lost),
    tools: Object.fromEntries(cut(sorted, 'approval.tools', left)),
  };
}

/** The shortest deadlines stay. */
function boundTimeouts(timeouts: Record<string, number>, left: LeftParts): Record<string, number> {
  const entries = Object.entries(timeouts);
  if (entries.length <= mostEntries) return timeouts;
  const sorted = entries.toSorted(([, one], [, other]) => one - other);
  return Object.fromEntries(cut(sorted, 'timeouts', left));
}

function cut<Entry>(entries: Entry[], path: string, left: LeftParts, count = entries.length): Entry[] {
  if (count > mostEntries) left.add(path, 'stricter');
  return entries.slice(0, mostEntries);
}
