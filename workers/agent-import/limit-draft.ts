/** Bounds the lists of an imported agent, which are read at every call. A cut only makes it stricter. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import { approvalModes, stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import type { LeftOutList } from './left-out.ts';

/** The most entries of a list: several times the number of tools. */
const maxEntries = 500;

type Approval = NonNullable<AgentDraft['approval']>;

export function limitDraft(draft: AgentDraft, left: LeftOutList): AgentDraft {
  const { tools, approval, timeouts, hosts } = draft;
  const rules = (hosts?.allow?.length ?? 0) + (hosts?.block?.length ?? 0);
  return {
    ...draft,
    tools: cut(tools, 'tools', left),
    ...(approval?.tools ? { approval: boundModes({ ...approval, tools: approval.tools }, left) } : {}),
    ...(timeouts ? { timeouts: boundTimeouts(timeouts, left) } : {}),
    // Treated like unreadable rules: none is kept, and no host is allowed.
    ...(rules > maxEntries ? { hosts: { allow: cut(['invalid.invalid'], 'hosts', left, rules) } } : {}),
  };
}

/** Keeps the strictest modes. The strictest dropped one becomes the default, unless that is stricter. */
function boundModes(
  approval: { default: ApprovalMode; tools: Record<string, ApprovalMode> },
  left: LeftOutList,
): Approval {
  const entries = Object.entries(approval.tools);
  if (entries.length <= maxEntries) return approval;
  const sorted = approvalModes.toReversed().flatMap((mode) => entries.filter(([, each]) => each === mode));
  const [, lost = 'auto'] = sorted[maxEntries] ?? [];
  return {
    default: stricterMode(approval.default, lost),
    tools: Object.fromEntries(cut(sorted, 'approval.tools', left)),
  };
}

/** Keeps the shortest deadlines. */
function boundTimeouts(timeouts: Record<string, number>, left: LeftOutList): Record<string, number> {
  const entries = Object.entries(timeouts);
  if (entries.length <= maxEntries) return timeouts;
  const sorted = entries.toSorted(([, one], [, other]) => one - other);
  return Object.fromEntries(cut(sorted, 'timeouts', left));
}

function cut<Entry>(entries: Entry[], path: string, left: LeftOutList, count = entries.length): Entry[] {
  if (count > maxEntries) left.add(path, 'stricter');
  return entries.slice(0, maxEntries);
}
