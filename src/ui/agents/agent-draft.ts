/** The fields of the agent form as pure functions: an agent in, a draft for the engine out. */
import {
  defaultAgent,
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
import { budgetFault, budgetFields, budgetOf, type BudgetFault } from '#src/ui/kit/form/budget-fields.ts';

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
  /** Fallback providers, in the order in which they are tried. */
  fallbacks: string[];
  /** As typed; empty: no limit, or the default. */
  tokens: string;
  cost: string;
  parallel: string;
};

export type AgentFault = 'name' | 'steps' | BudgetFault | 'parallel';

/** An agent before anything was filled in. */
const blank = {
  ...{ name: '', icon: '', systemPrompt: '', tools: [], deny: [], provider: '', fallbacks: [] },
  approval: { default: 'auto' },
  maxSteps: limits.stepsPerRun,
} as const;

export function fieldsOf(agent: AgentDraft | undefined): AgentFields {
  const { approval, fallbacks, maxSteps, budget, parallelCalls, ...rest } = { ...blank, ...agent };
  const { name, icon, systemPrompt, tools, deny, provider } = rest;
  const approvals: AgentFields['approvals'] = 'tools' in approval ? { ...approval.tools } : {};
  return {
    ...{ name, icon, systemPrompt, tools: [...tools], deny: [...deny], provider, approvals },
    approval: approval.default,
    steps: String(maxSteps === 'unlimited' ? limits.stepsPerRun : maxSteps),
    isUnlimited: maxSteps === 'unlimited',
    fallbacks: fallbacks.map((fallback) => fallback.provider),
    ...budgetFields(budget),
    parallel: parallelCalls === undefined ? '' : String(parallelCalls),
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
  const { name, systemPrompt, tools, isUnlimited, steps } = fields;
  return {
    ...hiddenOf(fields, stored),
    ...choicesOf(fields),
    ...limitsOf(fields, stored),
    ...{ name: name.trim(), systemPrompt, tools },
    maxSteps: isUnlimited ? 'unlimited' : Number(steps),
  };
}

/** What the form has no field for; a model belongs to its provider and goes with it. */
function hiddenOf({ provider }: AgentFields, stored: Agent | undefined): Partial<AgentDraft> {
  if (!stored) return {};
  const { id, timeouts, model } = stored;
  const isSameProvider = (stored.provider ?? '') === provider;
  return { id, ...(timeouts ? { timeouts } : {}), ...(model && isSameProvider ? { model } : {}) };
}

function choicesOf({ icon, deny, approval, approvals, provider }: AgentFields): Partial<AgentDraft> {
  const asks = approval !== 'auto' || Object.keys(approvals).length > 0;
  return {
    ...(icon === '' ? {} : { icon }),
    ...(deny.length > 0 ? { deny } : {}),
    ...(asks ? { approval: { default: approval, tools: approvals } } : {}),
    ...(provider === '' ? {} : { provider: asId<'provider'>(provider) }),
  };
}

function limitsOf(fields: AgentFields, stored: Agent | undefined): Partial<AgentDraft> {
  const budget = budgetOf(fields);
  const fallbacks = fields.fallbacks.filter((id) => id !== '').map((id) => fallbackOf(id, stored));
  return {
    ...(fallbacks.length > 0 ? { fallbacks } : {}),
    ...(Object.keys(budget).length > 0 ? { budget } : {}),
    ...(fields.parallel.trim() === '' ? {} : { parallelCalls: Number(fields.parallel) }),
  };
}

/** With the model it had; the form names only the provider. */
function fallbackOf(id: string, stored: Agent | undefined): Fallback {
  return stored?.fallbacks?.find(({ provider }) => provider === id) ?? { provider: asId<'provider'>(id) };
}

export function isSame(one: AgentFields, other: AgentFields): boolean {
  return serialize(one) === serialize(other);
}

/** For the unsaved draft in local storage. */
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

/** Whether resetting the default agent would change it. */
export function isAsBuilt(agent: Agent): boolean {
  return isSame(fieldsOf(agent), fieldsOf(defaultAgent));
}
