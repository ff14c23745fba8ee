/** Agents in a backup. */
import * as v from 'valibot';
import { readHostRule, type HostRules } from '#shared/agents/host-rules.ts';
import { readIcon } from '#shared/agents/agent-icon.ts';
import { defaultAgent, type Agent, type Fallback } from '#shared/agents/agent.ts';
import type { ProviderId } from '#shared/ids.ts';
import { visibleName } from '#shared/invisible.ts';
import type { ChangeName, PlannedChange } from '#shared/rpc/backup.ts';
import { approvalModes } from '#shared/tools/permission.ts';
import { capabilities } from '#shared/tools/tool.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { isSame, recordList } from '../backup/record-list.ts';
import { id, list, matching, positive, record, table, text } from '../backup/shape.ts';
import { budgetShape } from '../budget/budget-shape.ts';
import { withCanonicalNames } from './canonical-tools.ts';
import { checkAgent } from './check-agent.ts';

const mode = v.picklist(approvalModes);
const hostRule = matching((value) => readHostRule(value) !== undefined);

const shape = record<Agent>({
  id: id(),
  name: text(),
  icon: v.optional(matching((value) => readIcon(value) !== undefined)),
  systemPrompt: text(),
  tools: list(text()),
  deny: v.optional(list(v.picklist(capabilities))),
  approval: v.optional(
    record<NonNullable<Agent['approval']>>({ default: mode, tools: v.optional(table(mode)) }),
  ),
  timeouts: v.optional(table(positive)),
  provider: v.optional(id<ProviderId>()),
  model: v.optional(text()),
  fallbacks: v.optional(list(record<Fallback>({ provider: id(), model: v.optional(text()) }))),
  budget: v.optional(budgetShape),
  parallelCalls: v.optional(positive),
  failedSteps: v.optional(positive),
  hosts: v.optional(
    record<HostRules>({ allow: v.optional(list(hostRule)), block: v.optional(list(hostRule)) }),
  ),
  isGuarded: v.optional(v.boolean()),
  maxSteps: v.union([v.literal('unlimited'), positive]),
});

export function agentsInBackup({ database }: { database: Database }): readonly BackupPart[] {
  return [
    recordList<Agent>({
      ...{ name: 'agents', file: 'agents.json', shape, check: checkAgent, changes },
      normalise: withCanonicalNames,
      collect: () => database.getAll('agents'),
      // The everyday agent exists even if it was never saved: an imported agent with its id is not new.
      find: async (wanted) =>
        (await database.get('agents', wanted)) ?? (wanted === defaultAgent.id ? defaultAgent : undefined),
      writes: (agent) => [put('agents', agent.id, { ...agent, name: visibleName(agent.name) })],
    }),
  ];
}

/** The changes that the preview names if an imported agent replaces a stored one, with the fields of each. */
const replaced: readonly (readonly [ChangeName, readonly (keyof Agent)[]])[] = [
  ['agent-instructions', ['systemPrompt']],
  ['agent-approval', ['approval', 'deny', 'hosts', 'isGuarded']],
  ['agent-tools', ['tools']],
  ['agent-model', ['provider', 'model', 'fallbacks']],
  ['agent-limits', ['budget', 'maxSteps', 'timeouts', 'parallelCalls', 'failedSteps']],
];

function changes(agent: Agent, here: Agent | undefined): PlannedChange[] {
  if (!here) return [];
  return replaced
    .filter(([, fields]) => fields.some((field) => !isSame(valueOf(agent, field), valueOf(here, field))))
    .map(([name]) => ({ name, with: 'replace', values: { name: here.name } }));
}

/** An empty list means the same as an absent one. */
function valueOf(agent: Agent, field: keyof Agent): unknown {
  const value = agent[field];
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
