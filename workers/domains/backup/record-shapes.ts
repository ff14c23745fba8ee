/** What everything else of a backup must look like: its manifest, sessions, runs, agents, models, settings, calls. */
import { readIcon } from '#shared/agents/agent-icon.ts';
import type { CallRecord, ChainPoint } from '#shared/tools/activity.ts';
import type { Agent, Budget, Fallback } from '#shared/agents/agent.ts';
import type { ProviderId, SessionId } from '#shared/ids.ts';
import { approvalModes } from '#shared/tools/permission.ts';
import type { ModelTraits, TraitOverrides } from '#shared/models/provider.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { capabilities, errorTypes } from '#shared/tools/tool.ts';
import type { ProviderRecord } from '#workers/domains/providers/tables.ts';
import type { RunRecord } from '#workers/domains/sessions/tables.ts';
import { modelError, providerKind } from './message-shapes.ts';
import {
  amount,
  either,
  flag,
  json,
  list,
  literal,
  name,
  optional,
  positive,
  record,
  table,
  text,
  time,
  type Shape,
} from './shape.ts';

export type Manifest = { format: 'oneclaw-backup'; version: number; app: string; created: number };
export const manifest = record<Manifest>({
  format: literal('oneclaw-backup'),
  version: positive,
  app: text,
  created: time,
});

/** As `newId` makes them, and as a script may name one; what is written otherwise in an address leads nowhere. */
function sessionId(value: unknown): value is SessionId {
  return typeof value === 'string' && /^[\w-]{1,200}$/.test(value);
}

export const session = record<SessionInfo>({
  id: sessionId,
  title: text,
  agent: name,
  provider: optional(name<ProviderId>),
  head: (value): value is SessionInfo['head'] => value === null || name(value),
  updated: time,
  named: optional(literal('user', 'model')),
  pinned: optional(flag),
});

type Plain = Exclude<Outcome, { type: 'failed' | 'budget' }>;
type Spent = Extract<Outcome, { type: 'budget' }>;
type Failed = Extract<Outcome, { type: 'failed' }>;
const plain = record<{ type: Plain['type'] }>({
  type: literal('completed', 'stopped', 'limit', 'repeated', 'errors', 'interrupted', 'waiting'),
});
const outcome: Shape<Outcome> = either<[Plain, Spent, Failed]>(
  (value): value is Plain => plain(value),
  record<Spent>({
    type: literal('budget'),
    limit: literal('run-tokens', 'run-cost', 'day-tokens', 'day-cost'),
    most: amount,
  }),
  record<Failed>({ type: literal('failed'), error: modelError }),
);

export const run = record<RunRecord>({
  id: name,
  session: name,
  startedAt: time,
  endedAt: time,
  outcome,
});

export const isBudget = record<Budget>({ tokens: optional(positive), cost: optional(positive) });
const mode = literal(...approvalModes);

export const agent = record<Agent>({
  id: name,
  name: text,
  icon: optional((value): value is string => text(value) && readIcon(value) !== undefined),
  systemPrompt: text,
  tools: list(text),
  deny: optional(list(literal(...capabilities))),
  approval: optional(record<NonNullable<Agent['approval']>>({ default: mode, tools: optional(table(mode)) })),
  timeouts: optional(table(positive)),
  provider: optional(name<ProviderId>),
  model: optional(text),
  fallbacks: optional(list(record<Fallback>({ provider: name, model: optional(text) }))),
  budget: optional(isBudget),
  parallelCalls: optional(positive),
  maxSteps: (value): value is Agent['maxSteps'] => value === 'unlimited' || positive(value),
});

const prices = record<NonNullable<ModelTraits['prices']>>({
  input: amount,
  output: amount,
  cacheRead: optional(amount),
  cacheWrite: optional(amount),
});

/** Without its key, and without when it was made: here it is made now. */
export type SavedProvider = Omit<ProviderRecord, 'created'>;
export const provider = record<SavedProvider>({
  id: name,
  kind: providerKind,
  label: text,
  baseUrl: optional(text),
  model: text,
  traits: optional(
    record<TraitOverrides>({
      contextTokens: optional(positive),
      outputTokens: optional(positive),
      tools: optional(flag),
      images: optional(flag),
      reasoning: optional(flag),
      toolTokens: optional(amount),
      prices: optional(prices),
    }),
  ),
});

export const isSpent = record<{ tokens: number; cost: number }>({ tokens: amount, cost: amount });

export type SavedSettings = {
  dayBudget?: Budget;
  callLogDays?: number;
  writeTitles?: boolean;
  defaultProvider?: ProviderId;
  disabledTools: string[];
  allowedHosts: string[];
  /** What each day has cost, by its name. */
  spent: Record<string, { tokens: number; cost: number }>;
};
export const settings = record<SavedSettings>({
  dayBudget: optional(isBudget),
  callLogDays: optional(positive),
  writeTitles: optional(flag),
  defaultProvider: optional(name<ProviderId>),
  disabledTools: list(text, 10_000),
  allowedHosts: list(isHost, 1_000),
  spent: table(isSpent),
});

/** As in `URL.host`: anything else would never match, or match something else than it seems to say. */
export function isHost(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    URL.canParse(`http://${value}/`) &&
    [new URL(`http://${value}/`).host, new URL(`https://${value}/`).host].includes(value)
  );
}

const point = record<ChainPoint>({ seq: amount, hash: text });
export type LogHeader = { format: 'oneclaw-call-log'; checkpoint: ChainPoint; head: ChainPoint };
export const logHeader = record<LogHeader>({
  format: literal('oneclaw-call-log'),
  checkpoint: point,
  head: point,
});

export const call = record<CallRecord>({
  id: text,
  at: time,
  session: (value): value is CallRecord['session'] => value === null || name(value),
  run: (value): value is CallRecord['run'] => value === null || name(value),
  agent: text,
  source: text,
  tool: text,
  arguments: json,
  outcome: literal('success', ...errorTypes),
  message: (value): value is string | null => value === null || text(value),
  duration_ms: amount,
  bytes: amount,
  concurrent: amount,
  seq: positive,
  prev: text,
  hash: text,
});
