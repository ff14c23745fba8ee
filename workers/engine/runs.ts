/** Runs: one per session across all tabs, journaled while they last, committed whole when they end. */
import type { Agent } from '../../src/shared/agent.ts';
import { newId, type MessageId, type RunId, type SessionId } from '../../src/shared/ids.ts';
import { limits } from '../../src/shared/limits.ts';
import type { Message } from '../../src/shared/message.ts';
import type { ModelError, ProviderInfo } from '../../src/shared/provider.ts';
import type { RunReport, SendInput } from '../../src/shared/protocol.ts';
import type { Outcome, SessionEvent } from '../../src/shared/run-event.ts';
import type { SessionInfo, SessionView } from '../../src/shared/session.ts';
import { runLoop, type LoopPorts } from '../agent/loop.ts';
import { providers } from '../providers/index.ts';
import type { ProviderPorts } from '../providers/provider.ts';
import type { AgentStore } from '../storage/agents.ts';
import type { RunRecord } from '../storage/database.ts';
import { openJournal, removeJournal } from '../storage/journal.ts';
import type { ProviderStore } from '../storage/providers.ts';
import type { SessionStore } from '../storage/sessions.ts';
import type { EventBus } from './event-bus.ts';
import type { Executor } from './executor.ts';
import type { Registry } from './registry.ts';
import { createRunStream, type RunStream } from './run-stream.ts';
import { reportRun, titleFrom } from './run-report.ts';

export type RunPorts = {
  agents: AgentStore;
  bus: EventBus;
  executor: Executor;
  journals: FileSystemDirectoryHandle;
  providerPorts: ProviderPorts;
  providers: ProviderStore;
  registry: Registry;
  sessions: SessionStore;
};

/** `stream` is there once the run has begun; a stop may come earlier. */
type ActiveRun = { stop: AbortController; stream?: RunStream };

export type Runs = {
  /** Resolves at the end of the run; never throws for an expected reason. */
  send(input: SendInput): Promise<RunReport>;
  /** True where the run is this tab's. */
  stop(session: SessionId): boolean;
  /** The live view of a session that runs in this tab. */
  view(session: SessionId): SessionView | undefined;
};

/** Held while a run of the session goes on, in whatever tab. */
export function lockOf(session: SessionId): string {
  return `oneclaw-run-${session}`;
}

export function createRuns(ports: RunPorts): Runs {
  const active = new Map<SessionId, ActiveRun>();

  return {
    view: (session) => active.get(session)?.stream?.view(),
    stop(session) {
      const run = active.get(session);
      run?.stop.abort();
      return run !== undefined;
    },
    send: (input) =>
      navigator.locks.request(lockOf(input.session), { ifAvailable: true }, async (lock) => {
        const run = newId('run');
        if (!lock) return failedReport(input.session, run, { type: 'busy' });
        const current: ActiveRun = { stop: new AbortController() };
        active.set(input.session, current);
        try {
          const agent = await ports.agents.get(
            input.agent ?? (await ports.sessions.get(input.session))?.agent,
          );
          const provider = await chooseProvider(input, agent, ports);
          if (!provider) return failedReport(input.session, run, { type: 'no_provider' });
          return await startRun({ input, run, agent, provider }, ports, current);
        } catch (error) {
          // Nothing was started, or it could not be saved; the page still has the text.
          return failedReport(input.session, run, explainStorageError(error));
        } finally {
          active.delete(input.session);
        }
      }),
  };
}

async function chooseProvider(
  { session, provider }: SendInput,
  agent: Agent,
  ports: RunPorts,
): Promise<ProviderInfo | undefined> {
  const wanted = provider ?? (await ports.sessions.get(session))?.provider ?? agent.provider;
  const known = wanted && (await ports.providers.get(wanted));
  // A session whose provider was removed goes on with the default one; a script that names one gets what it named.
  return known || provider ? known : ports.providers.get(await ports.providers.defaultId());
}

/** Who answers whom: what a run is made of before it starts. */
type RunPlan = { input: SendInput; run: RunId; agent: Agent; provider: ProviderInfo };

async function startRun(plan: RunPlan, ports: RunPorts, current: ActiveRun): Promise<RunReport> {
  const { input, run } = plan;
  const history = await ports.sessions.messages(input.session);
  const message = userMessage(input, run, history);
  const session = await openSession(plan, message.id, ports);
  const journal = await openJournal(ports.journals, run);
  const storage = { failed: false };
  const stream = createRunStream({
    session: input.session,
    run,
    view: { id: input.session, messages: history },
    journal,
    post: (event) => ports.bus.post(event),
    onJournalError: () => {
      storage.failed = true;
      current.stop.abort();
    },
  });
  current.stream = stream;
  const startedAt = Date.now();
  stream.emit({ type: 'run-start', message, at: startedAt });

  const looped = await loop(plan, stream, current.stop.signal, ports).catch(failedOutcome);
  const outcome: Outcome = storage.failed ? { type: 'failed', error: { type: 'storage_full' } } : looped;
  const endedAt = Date.now();
  const last = stream.end({ type: 'run-end', outcome, at: endedAt });
  journal.close();
  const record = { id: run, session: session.id, startedAt, endedAt, outcome };
  const committed = await commit({ run, session, stream, last, record }, ports);
  return reportRun(session.id, run, committed, stream.view().messages);
}

async function loop(
  { input, run, agent, provider }: RunPlan,
  stream: RunStream,
  signal: AbortSignal,
  ports: RunPorts,
): Promise<Outcome> {
  const model = input.model ?? agent.model ?? provider.model;
  const tools = ports.registry.select(agent);
  const target = await ports.providers.target({ ...provider, model });
  const loopPorts: LoopPorts = {
    emit: stream.emit,
    messages: () => stream.view().messages,
    stream: (messages, withTools, signal) =>
      providers[provider.kind].stream(
        { system: agent.systemPrompt, messages, tools: withTools ? tools : [] },
        target,
        ports.providerPorts,
        signal,
      ),
    call: (call, signal) =>
      ports.executor.execute(call, {
        agent,
        session: input.session,
        run,
        signal,
        onStart: () => stream.emit({ type: 'tool-start', call: call.id, at: Date.now() }),
        onProgress: (text) => stream.emit({ type: 'tool-progress', call: call.id, text }),
      }),
    newMessageId: () => newId('message'),
    newCallId: () => newId('call'),
    now: Date.now,
  };
  const options = {
    author: { provider: provider.label, model },
    maxSteps: agent.maxSteps,
    parallelCalls: limits.parallelCalls,
    repeatedSteps: limits.repeatedSteps,
    failedSteps: limits.failedSteps,
  };
  return runLoop(loopPorts, options, signal);
}

/** A key that cannot be read, or a bug of ours, must still end the run, and say so. */
function failedOutcome(error: unknown): Outcome {
  return { type: 'failed', error: explainStorageError(error) };
}

type Ending = {
  run: RunId;
  session: SessionInfo;
  stream: RunStream;
  last: SessionEvent;
  record: RunRecord;
};

/** One transaction, then the journal goes, then the world hears of it. A failed commit leaves the journal for recovery. */
async function commit({ run, session, stream, last, record }: Ending, ports: RunPorts): Promise<Outcome> {
  const own = stream.view().messages.filter((message) => message.run === run);
  let { outcome } = record;
  try {
    await ports.sessions.commitRun(record, own);
    await removeJournal(ports.journals, run);
  } catch (error) {
    outcome = { type: 'failed', error: explainStorageError(error) };
  }
  ports.bus.post(last.type === 'run-end' ? { ...last, outcome } : last);
  ports.bus.post({ type: 'changed', kind: 'sessions', ids: [session.id] });
  return outcome;
}

function explainStorageError(error: unknown): ModelError {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return { type: 'storage_full' };
  return { type: 'internal', detail: error instanceof Error ? error.message : String(error) };
}

/** The session exists from the first message on, so that it is in the list while it runs. */
async function openSession(
  { input, agent, provider }: RunPlan,
  head: MessageId,
  ports: RunPorts,
): Promise<SessionInfo> {
  const known = await ports.sessions.get(input.session);
  const session: SessionInfo = known
    ? { ...known, agent: agent.id, updated: Date.now() }
    : {
        id: input.session,
        title: titleFrom(input.text),
        agent: agent.id,
        provider: provider.id,
        head,
        updated: Date.now(),
      };
  await ports.sessions.save(session);
  ports.bus.post({ type: 'changed', kind: 'sessions', ids: [session.id] });
  return session;
}

function userMessage(input: SendInput, run: RunId, history: readonly Message[]): Message {
  const last = history.at(-1);
  return {
    id: newId('message'),
    session: input.session,
    parent: last?.id ?? null,
    order: (last?.order ?? 0) + 1,
    run,
    role: 'user',
    parts: [{ type: 'text', text: input.text }],
    at: Date.now(),
  };
}

function failedReport(session: SessionId, run: RunId, error: ModelError): RunReport {
  return { session, run, outcome: { type: 'failed', error }, text: '', calls: [] };
}
