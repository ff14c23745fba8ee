/** The fields of the agent form as pure functions: an agent in, a draft for the engine out. */
import {
  anyTool,
  defaultAgent,
  isFailedSteps,
  isParallelCalls,
  type Agent,
  type AgentDraft,
  type Fallback,
} from '#shared/agents/agent.ts';
import { readHostRule } from '#shared/agents/host-rules.ts';
import { asId } from '#shared/ids.ts';
import { readAgent } from '#shared/agents/read-agent.ts';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import type { ApprovalMode } from '#shared/tools/permission.ts';
import type { Capability } from '#shared/tools/tool.ts';
import { budgetFault, budgetFields, budgetOf, type BudgetFault } from '#src/ui/kit/form/budget-fields.ts';

export type AgentFields = {
  name: string;
  /** Empty: the logo of the app. */
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
  errors: string;
  parallel: string;
  isGuarded: boolean;
  /** As typed: one host rule per line. */
  allowedHosts: string;
  blockedHosts: string;
  /** Seconds, for all tools without a row in `deadlines`. */
  deadline: string;
  deadlines: Deadline[];
};

/** `seconds` as typed. */
type Deadline = { tool: string; seconds: string };

export type AgentFault = 'name' | 'steps' | BudgetFault | 'errors' | 'parallel' | 'hosts';

/** An agent before anything was filled in. */
const blank = {
  ...{ name: '', icon: '', systemPrompt: '', tools: [], deny: [], provider: '', fallbacks: [] },
  approval: { default: 'auto' },
  maxSteps: limits.stepsPerRun,
  isGuarded: false,
} as const;

export function fieldsOf(agent: AgentDraft | undefined): AgentFields {
  const { approval, fallbacks, maxSteps, budget, failedSteps, parallelCalls, hosts, isGuarded, ...rest } = {
    ...blank,
    ...agent,
  };
  const { name, icon, systemPrompt, tools, deny, provider } = rest;
  const approvals: AgentFields['approvals'] = 'tools' in approval ? { ...approval.tools } : {};
  return {
    ...{ name, icon, systemPrompt, tools: [...tools], deny: [...deny], provider, approvals },
    approval: approval.default,
    steps: String(maxSteps === 'unlimited' ? limits.stepsPerRun : maxSteps),
    isUnlimited: maxSteps === 'unlimited',
    fallbacks: fallbacks.map((fallback) => fallback.provider),
    ...budgetFields(budget),
    errors: failedSteps === undefined ? '' : String(failedSteps),
    parallel: parallelCalls === undefined ? '' : String(parallelCalls),
    isGuarded,
    allowedHosts: (hosts?.allow ?? []).join('\n'),
    blockedHosts: (hosts?.block ?? []).join('\n'),
    ...deadlineFields(agent?.timeouts),
  };
}

function deadlineFields(timeouts: Agent['timeouts'] = {}): Pick<AgentFields, 'deadline' | 'deadlines'> {
  const { [anyTool]: deadline, ...named } = timeouts;
  return {
    deadline: deadline === undefined ? '' : String(deadline),
    deadlines: Object.entries(named).map(([tool, seconds]) => ({ tool, seconds: String(seconds) })),
  };
}

/** The lines of a text field. */
function linesOf(text: string): string[] {
  return text.split(/[\n,]/).flatMap((line) => line.trim() || []);
}

function rulesOf(text: string): string[] {
  return linesOf(text).flatMap((line) => readHostRule(line) ?? []);
}

/** The first line that is not a host rule, as typed. */
export function hostFault({ allowedHosts, blockedHosts }: AgentFields): string | undefined {
  return [...linesOf(allowedHosts), ...linesOf(blockedHosts)].find(
    (line) => readHostRule(line) === undefined,
  );
}

export function faultOf(fields: AgentFields): AgentFault | null {
  const { name, steps, isUnlimited, errors, parallel } = fields;
  if (name.trim() === '') return 'name';
  if (!isUnlimited && !/^[1-9]\d{0,4}$/.test(steps.trim())) return 'steps';
  if (hostFault(fields) !== undefined) return 'hosts';
  if (!isCount(errors, isFailedSteps)) return 'errors';
  return budgetFault(fields) ?? (isCount(parallel, isParallelCalls) ? null : 'parallel');
}

function isCount(text: string, isAllowed: (count: number) => boolean): boolean {
  return text.trim() === '' || (/^\d+$/.test(text.trim()) && isAllowed(Number(text)));
}

type Longest = (tool: string) => number;

/**
 * The first deadline that is not a number of seconds, or too long for its tool; `tool` is absent for the one
 * of all tools.
 */
export function deadlineFault(
  { deadline, deadlines }: Pick<AgentFields, 'deadline' | 'deadlines'>,
  longest: Longest,
): { tool?: string; longest: number } | null {
  const isGood = (text: string, most: number) => secondsOf(text) > 0 && secondsOf(text) <= most;
  const wrong = deadlines.find(({ tool, seconds }) => !isGood(seconds, longest(tool)));
  if (wrong) return { tool: wrong.tool, longest: longest(wrong.tool) };
  const most = longest(anyTool);
  return deadline.trim() === '' || isGood(deadline, most) ? null : { longest: most };
}

/** Accepts a decimal comma; NaN for anything but a number. */
function secondsOf(text: string): number {
  return /^\d{1,4}([.,]\d{1,3})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : NaN;
}

function timeoutsOf({ deadline, deadlines }: AgentFields): Record<string, number> {
  return {
    ...(deadline.trim() === '' ? {} : { [anyTool]: secondsOf(deadline) }),
    ...Object.fromEntries(deadlines.map(({ tool, seconds }) => [tool, secondsOf(seconds)])),
  };
}

/** Keeps the properties of the stored agent that the form does not show. */
export function draftOf(fields: AgentFields, stored: Agent | undefined): AgentDraft {
  const { name, systemPrompt, tools, isUnlimited, steps } = fields;
  return {
    ...hiddenOf(fields, stored),
    ...choicesOf(fields),
    ...limitsOf(fields, stored),
    ...outgoingOf(fields),
    ...{ name: name.trim(), systemPrompt, tools },
    maxSteps: isUnlimited ? 'unlimited' : Number(steps),
  };
}

/** The properties without a field in the form. The model is kept only if the provider is the same. */
function hiddenOf({ provider }: AgentFields, stored: Agent | undefined): Partial<AgentDraft> {
  if (!stored) return {};
  const { id, model } = stored;
  const isSameProvider = (stored.provider ?? '') === provider;
  return { id, ...(model && isSameProvider ? { model } : {}) };
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
  const timeouts = timeoutsOf(fields);
  const fallbacks = fields.fallbacks.filter((id) => id !== '').map((id) => fallbackOf(id, stored));
  return {
    ...(fallbacks.length > 0 ? { fallbacks } : {}),
    ...(Object.keys(budget).length > 0 ? { budget } : {}),
    ...(Object.keys(timeouts).length > 0 ? { timeouts } : {}),
    ...(fields.errors.trim() === '' ? {} : { failedSteps: Number(fields.errors) }),
    ...(fields.parallel.trim() === '' ? {} : { parallelCalls: Number(fields.parallel) }),
  };
}

function outgoingOf({
  isGuarded,
  allowedHosts,
  blockedHosts,
}: AgentFields): Pick<AgentDraft, 'hosts' | 'isGuarded'> {
  const allow = rulesOf(allowedHosts);
  const block = rulesOf(blockedHosts);
  const hosts = { ...(allow.length > 0 ? { allow } : {}), ...(block.length > 0 ? { block } : {}) };
  return { ...(isGuarded ? { isGuarded } : {}), ...(Object.keys(hosts).length > 0 ? { hosts } : {}) };
}

/** Keeps the stored model of a fallback; the form chooses the provider only. */
function fallbackOf(id: string, stored: Agent | undefined): Fallback {
  return stored?.fallbacks?.find(({ provider }) => provider === id) ?? { provider: asId<'provider'>(id) };
}

/** Serializes the fields for the unsaved draft in local storage. */
export function writeFields(fields: AgentFields): string {
  const { name, systemPrompt, tools, deny, approval, approvals, steps, isUnlimited, provider } = fields;
  const { fallbacks, tokens, cost, errors, parallel, deadline, deadlines, icon } = fields;
  const { isGuarded, allowedHosts, blockedHosts } = fields;
  const sorted = Object.fromEntries(
    Object.entries(approvals).toSorted(([one], [other]) => one.localeCompare(other)),
  );
  return JSON.stringify({
    ...{ name, systemPrompt, tools, deny: deny.toSorted(), steps, isUnlimited, provider },
    approval: { default: approval, tools: sorted },
    ...{ fallbacks, tokens, cost, errors, parallel, deadline, icon },
    ...{ isGuarded, allowedHosts, blockedHosts },
    deadlines: deadlines.toSorted((one, other) => one.tool.localeCompare(other.tool)),
  });
}

export function readFields(value: JsonObject): AgentFields {
  const typed = (key: string) => (typeof value[key] === 'string' ? value[key] : '');
  const { fallbacks, deadlines } = value;
  return {
    ...fieldsOf(readAgent(value)),
    steps: typeof value.steps === 'string' ? value.steps : String(limits.stepsPerRun),
    isUnlimited: value.isUnlimited === true,
    fallbacks: Array.isArray(fallbacks) ? fallbacks.filter((id) => typeof id === 'string') : [],
    tokens: typed('tokens'),
    cost: typed('cost'),
    errors: typed('errors'),
    parallel: typed('parallel'),
    isGuarded: value.isGuarded === true,
    allowedHosts: typed('allowedHosts'),
    blockedHosts: typed('blockedHosts'),
    deadline: typed('deadline'),
    deadlines: Array.isArray(deadlines) ? deadlines.flatMap(readDeadline) : [],
  };
}

function readDeadline(value: unknown): Deadline[] {
  if (!isJsonObject(value)) return [];
  const { tool, seconds } = value;
  return typeof tool === 'string' && typeof seconds === 'string' ? [{ tool, seconds }] : [];
}

/** Whether resetting the everyday agent would change it. */
export function isAsBuilt(agent: Agent): boolean {
  return writeFields(fieldsOf(agent)) === writeFields(fieldsOf(defaultAgent));
}
