/** The schemas of all else in a backup: its manifest, sessions, runs, agents, models, settings, calls. */
import * as v from 'valibot';
import { readIcon } from '#shared/agents/agent-icon.ts';
import type { CallRecord, ChainPoint } from '#shared/tools/activity.ts';
import type { Agent, Budget, Fallback } from '#shared/agents/agent.ts';
import type { MessageId, ProviderId, RunId, SessionId } from '#shared/ids.ts';
import { approvalModes } from '#shared/tools/permission.ts';
import type { ModelTraits, TraitOverrides } from '#shared/models/provider.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { capabilities, errorTypes } from '#shared/tools/tool.ts';
import type { ProviderRecord } from '../providers/tables.ts';
import type { RunRecord } from '../sessions/tables.ts';
import { modelError, providerKind } from './message-shapes.ts';
import {
  amount,
  id,
  json,
  list,
  matching,
  positive,
  record,
  table,
  text,
  time,
  type Schema,
} from './shape.ts';

export type Manifest = { format: 'oneclaw-backup'; version: number; app: string; created: number };
export const manifest = record<Manifest>({
  format: v.literal('oneclaw-backup'),
  version: positive,
  app: text(),
  created: time,
});

/** As `newId` makes them, and as a script may name one; what is written otherwise in an address leads nowhere. */
const sessionId = matching<SessionId>((value) => /^[\w-]{1,200}$/.test(value));

export const session = record<SessionInfo>({
  id: sessionId,
  title: text(),
  agent: id(),
  provider: v.optional(id<ProviderId>()),
  head: v.nullable(id<MessageId>()),
  updated: time,
  named: v.optional(v.picklist(['user', 'model'])),
  pinned: v.optional(v.boolean()),
});

type Plain = Exclude<Outcome, { type: 'failed' | 'budget' }>;
type Spent = Extract<Outcome, { type: 'budget' }>;
type Failed = Extract<Outcome, { type: 'failed' }>;
const outcome: Schema<Outcome> = v.union([
  record<{ type: Plain['type'] }>({
    type: v.picklist(['completed', 'stopped', 'limit', 'repeated', 'errors', 'interrupted', 'waiting']),
  }),
  record<Spent>({
    type: v.literal('budget'),
    limit: v.picklist(['run-tokens', 'run-cost', 'day-tokens', 'day-cost']),
    most: amount,
  }),
  record<Failed>({ type: v.literal('failed'), error: modelError }),
]);

export const run = record<RunRecord>({
  id: id(),
  session: id(),
  startedAt: time,
  endedAt: time,
  outcome,
});

export const budget = record<Budget>({ tokens: v.optional(positive), cost: v.optional(positive) });
const mode = v.picklist(approvalModes);

export const agent = record<Agent>({
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
  budget: v.optional(budget),
  parallelCalls: v.optional(positive),
  maxSteps: v.union([v.literal('unlimited'), positive]),
});

const prices = record<NonNullable<ModelTraits['prices']>>({
  input: amount,
  output: amount,
  cacheRead: v.optional(amount),
  cacheWrite: v.optional(amount),
});

/** Without its key, and without when it was made: here it is made now. */
export type SavedProvider = Omit<ProviderRecord, 'created'>;
export const provider = record<SavedProvider>({
  id: id(),
  kind: providerKind,
  label: text(),
  baseUrl: v.optional(text()),
  model: text(),
  traits: v.optional(
    record<TraitOverrides>({
      contextTokens: v.optional(positive),
      outputTokens: v.optional(positive),
      tools: v.optional(v.boolean()),
      images: v.optional(v.boolean()),
      reasoning: v.optional(v.boolean()),
      toolTokens: v.optional(amount),
      prices: v.optional(prices),
    }),
  ),
});

export const spent = record<{ tokens: number; cost: number }>({ tokens: amount, cost: amount });

/** As in `URL.host`: anything else would never match, or match something else than it seems to say. */
export const host = matching(
  (value) =>
    URL.canParse(`http://${value}/`) &&
    [new URL(`http://${value}/`).host, new URL(`https://${value}/`).host].includes(value),
);

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
  dayBudget: v.optional(budget),
  callLogDays: v.optional(positive),
  writeTitles: v.optional(v.boolean()),
  defaultProvider: v.optional(id<ProviderId>()),
  disabledTools: list(text(), 10_000),
  allowedHosts: list(host, 1_000),
  spent: table(spent),
});

const point = record<ChainPoint>({ seq: amount, hash: text() });
export type LogHeader = { format: 'oneclaw-call-log'; checkpoint: ChainPoint; head: ChainPoint };
export const logHeader = record<LogHeader>({
  format: v.literal('oneclaw-call-log'),
  checkpoint: point,
  head: point,
});

export const call = record<CallRecord>({
  id: text(),
  at: time,
  session: v.nullable(id<SessionId>()),
  run: v.nullable(id<RunId>()),
  agent: text(),
  source: text(),
  tool: text(),
  arguments: json,
  outcome: v.picklist(['success', ...errorTypes]),
  message: v.nullable(text()),
  duration_ms: amount,
  bytes: amount,
  concurrent: amount,
  seq: positive,
  prev: text(),
  hash: text(),
});
