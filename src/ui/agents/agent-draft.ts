/** What the agent form holds, as pure functions: an agent in, a draft for the engine out. */
import {
  everydayAgent,
  isParallelCalls,
  type Agent,
  type AgentDraft,
  type Fallback,
} from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import { readAgent } from '#shared/agents/import-agent.ts';
import { isJsonObject } from '#shared/json.ts';
import { limits } from '#shared/limits.ts';
import type { ApprovalMode } from '#shared/tools/permission.ts';
import type { Capability } from '#shared/tools/tool.ts';
import { budgetFault, budgetFields, budgetOf, type BudgetFault } from '#src/ui/settings/budget-fields.ts';

export type AgentFields = {
  name: string;
  /** Empty: the mark of the app. */
  icon: string;
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
  /** Who answers when that model cannot; providers, in the order in which they are tried. */
  fallbacks: string[];
  /** As typed; empty: no limit, or as it always is. */
  tokens: string;
  cost: string;
  parallel: string;
};

export type AgentFault = 'name' | 'steps' | BudgetFault | 'parallel';

export function fieldsOf(agent: AgentDraft | undefined): AgentFields {
  const steps = agent?.maxSteps ?? limits.stepsPerRun;
  return {
    name: agent?.name ?? '',
    icon: agent?.icon ?? '',
    systemPrompt: agent?.systemPrompt ?? '',
    tools: agent?.tools ?? [],
    deny: agent?.deny ?? [],
    approval: agent?.approval?.default ?? 'auto',
    approvals: agent?.approval?.tools ?? {},
    steps: String(steps === 'unlimited' ? limits.stepsPerRun : steps),
    isUnlimited: steps === 'unlimited',
    provider: agent?.provider ?? '',
    fallbacks: agent?.fallbacks?.map(({ provider }) => provider) ?? [],
    ...budgetFields(agent?.budget),
    parallel: agent?.parallelCalls === undefined ? '' : String(agent.parallelCalls),
  };
}

export function faultOf(fields: AgentFields): AgentFault | null {
  const { name, steps, isUnlimited, parallel } = fields;
  if (name.trim() === '') return 'name';
  if (!isUnlimited && !/^[1-9]\d{0,4}$/.test(steps.trim())) return 'steps';
  const isParallel = /^\d*$/.test(parallel.trim()) && isParallelCalls(Number(parallel || 1));
  return budgetFault(fields) ?? (isParallel ? null : 'parallel');
}

/** What the form does not show of the stored agent stays as it is. */
export function draftOf(fields: AgentFields, stored: Agent | undefined): AgentDraft {
  const { name, systemPrompt, tools, deny, approval, approvals, provider } = fields;
  const asks = approval !== 'auto' || Object.keys(approvals).length > 0;
  const kept = stored?.provider === provider || (!stored?.provider && provider === '');
  const budget = budgetOf(fields);
  const fallbacks = fields.fallbacks.filter((id) => id !== '').map((id) => fallbackOf(id, stored));
  return {
    ...(stored ? { id: stored.id } : {}),
    ...(stored?.timeouts ? { timeouts: stored.timeouts } : {}),
    ...(stored?.model && kept ? { model: stored.model } : {}),
    ...(fields.icon === '' ? {} : { icon: fields.icon }),
    ...(deny.length > 0 ? { deny } : {}),
    ...(asks ? { approval: { default: approval, tools: approvals } } : {}),
    ...(provider !== '' ? { provider: asId<'provider'>(provider) } : {}),
    ...(fallbacks.length > 0 ? { fallbacks } : {}),
    ...(Object.keys(budget).length > 0 ? { budget } : {}),
    ...(fields.parallel.trim() === '' ? {} : { parallelCalls: Number(fields.parallel) }),
    name: name.trim(),
    systemPrompt,
    tools,
    maxSteps: fields.isUnlimited ? 'unlimited' : Number(fields.steps),
  };
}

/** With the model it had; the form names only the provider. */
function fallbackOf(id: string, stored: Agent | undefined): Fallback {
  return stored?.fallbacks?.find(({ provider }) => provider === id) ?? { provider: asId<'provider'>(id) };
}

export function isSame(one: AgentFields, other: AgentFields): boolean {
  return serialize(one) === serialize(other);
}

/** For the draft that outlives the page; `read` takes what is well formed and nothing else. */
export function serialize(fields: AgentFields): string {
  const { name, systemPrompt, tools, deny, approval, approvals, steps, isUnlimited, provider } = fields;
  const { fallbacks, tokens, cost, parallel, icon } = fields;
  const sorted = Object.fromEntries(
    Object.entries(approvals).toSorted(([one], [other]) => one.localeCompare(other)),
  );
  return JSON.stringify({
    ...{ name, systemPrompt, tools, deny: deny.toSorted(), steps, isUnlimited, provider },
    approval: { default: approval, tools: sorted },
    ...{ fallbacks, tokens, cost, parallel, icon },
  });
}

export function deserialize(text: string | null): AgentFields | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  if (!isJsonObject(value)) return null;
  const typed = (key: string) => (typeof value[key] === 'string' ? value[key] : '');
  const { fallbacks } = value;
  return {
    ...fieldsOf(readAgent(value)),
    steps: typeof value.steps === 'string' ? value.steps : String(limits.stepsPerRun),
    isUnlimited: value.isUnlimited === true,
    fallbacks: Array.isArray(fallbacks) ? fallbacks.filter((id) => typeof id === 'string') : [],
    tokens: typed('tokens'),
    cost: typed('cost'),
    parallel: typed('parallel'),
  };
}

/** Whether resetting the everyday agent would change it. */
export function isAsBuilt(agent: Agent): boolean {
  return isSame(fieldsOf(agent), fieldsOf(everydayAgent));
}
