/** What the agent form holds, as pure functions: an agent in, a draft for the engine out. */
import { everydayAgent, type Agent, type AgentDraft } from '../../shared/agent.ts';
import { asId } from '../../shared/ids.ts';
import { readAgent } from '../../shared/import-agent.ts';
import { isJsonObject } from '../../shared/json.ts';
import { limits } from '../../shared/limits.ts';
import type { ApprovalMode } from '../../shared/permission.ts';
import type { Capability } from '../../shared/tool.ts';

export type AgentFields = {
  name: string;
  systemPrompt: string;
  tools: string[];
  deny: Capability[];
  approval: ApprovalMode;
  /** Only where a tool differs from the default. */
  approvals: Record<string, ApprovalMode>;
  /** As typed. */
  steps: string;
  isUnlimited: boolean;
  /** Empty: the default model. */
  provider: string;
};

export type AgentFault = 'name' | 'steps';

export function fieldsOf(agent: AgentDraft | undefined): AgentFields {
  const steps = agent?.maxSteps ?? limits.stepsPerRun;
  return {
    name: agent?.name ?? '',
    systemPrompt: agent?.systemPrompt ?? '',
    tools: agent?.tools ?? [],
    deny: agent?.deny ?? [],
    approval: agent?.approval?.default ?? 'auto',
    approvals: agent?.approval?.tools ?? {},
    steps: String(steps === 'unlimited' ? limits.stepsPerRun : steps),
    isUnlimited: steps === 'unlimited',
    provider: agent?.provider ?? '',
  };
}

export function faultOf({ name, steps, isUnlimited }: AgentFields): AgentFault | null {
  if (name.trim() === '') return 'name';
  return isUnlimited || /^[1-9]\d{0,4}$/.test(steps.trim()) ? null : 'steps';
}

/** What the form does not show of the stored agent stays as it is. */
export function draftOf(fields: AgentFields, stored: Agent | undefined): AgentDraft {
  const { name, systemPrompt, tools, deny, approval, approvals, provider } = fields;
  const asks = approval !== 'auto' || Object.keys(approvals).length > 0;
  const kept = stored?.provider === provider || (!stored?.provider && provider === '');
  return {
    ...(stored ? { id: stored.id } : {}),
    ...(stored?.timeouts ? { timeouts: stored.timeouts } : {}),
    ...(stored?.model && kept ? { model: stored.model } : {}),
    ...(deny.length > 0 ? { deny } : {}),
    ...(asks ? { approval: { default: approval, tools: approvals } } : {}),
    ...(provider !== '' ? { provider: asId<'provider'>(provider) } : {}),
    name: name.trim(),
    systemPrompt,
    tools,
    maxSteps: fields.isUnlimited ? 'unlimited' : Number(fields.steps),
  };
}

export function isSame(one: AgentFields, other: AgentFields): boolean {
  return serialize(one) === serialize(other);
}

/** For the draft that outlives the page; `read` takes what is well formed and nothing else. */
export function serialize(fields: AgentFields): string {
  const { name, systemPrompt, tools, deny, approval, approvals, steps, isUnlimited, provider } = fields;
  const sorted = Object.fromEntries(
    Object.entries(approvals).toSorted(([one], [other]) => one.localeCompare(other)),
  );
  return JSON.stringify({
    ...{ name, systemPrompt, tools, deny: deny.toSorted(), steps, isUnlimited, provider },
    approval: { default: approval, tools: sorted },
  });
}

export function deserialize(text: string | null): AgentFields | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  if (!isJsonObject(value)) return null;
  return {
    ...fieldsOf(readAgent(value)),
    steps: typeof value.steps === 'string' ? value.steps : String(limits.stepsPerRun),
    isUnlimited: value.isUnlimited === true,
  };
}

/** Whether resetting the everyday agent would change it. */
export function isAsBuilt(agent: Agent): boolean {
  return isSame(fieldsOf(agent), fieldsOf(everydayAgent));
}
