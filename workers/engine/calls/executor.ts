/**
 * The path of every tool call: lookup, availability, validation, permission, execution with a deadline, one
 * result.
 */
import { inputsOf } from './calculation.ts';
import type { CallRequest } from './check-arguments.ts';
import type { ContentBlock } from '#shared/conversation/content.ts';
import type { Message } from '#shared/conversation/message.ts';
import { anyTool, type Agent } from '#shared/agents/agent.ts';
import { grantedCapabilities } from '#shared/agents/grants.ts';
import { admits } from '#shared/agents/admitted-tools.ts';
import {
  newId,
  type BlobId,
  type CallId,
  type ExecutionId,
  type RunId,
  type SessionId,
} from '#shared/ids.ts';
import { longestDeadlineOf, type ToolDefinition, type ToolResult } from '#shared/tools/tool.ts';
import type { JsonObject } from '#shared/json.ts';
import { messageOf } from '#shared/message-of.ts';
import { codeSessionOf } from '#workers/contracts/code-session.ts';
import { toFailure } from '#workers/contracts/tool-error.ts';
import type { ToolContent } from '#workers/contracts/tool-content.ts';
import { pathOf } from './cap-result.ts';
import { checkArguments, sayIgnored, withRepair, type CheckDeps } from './check-arguments.ts';
import { findTools } from './rank-tools.ts';
import { createWaitClock, type WaitClock } from './wait-clock.ts';
import { badArguments, fail, notAvailable, notFound, notInBrowser, switchedOff } from './refuse-call.ts';
import { createCallFacts } from '../tool-hosts/ports/call-facts.ts';
import type { ToolHostPool } from '../tool-hosts/tool-host-pool.ts';
import type { ToolHostJob } from '../tool-hosts/tool-host-job.ts';
import type { ToolOutcome, ToolHostPorts } from '#workers/contracts/tool-host-protocol.ts';
import type { ProcessFacts } from '#workers/contracts/processes.ts';
import type { PermissionGate } from '../permissions/permission-gate.ts';
import type { Registry } from './registry.ts';
import type { Caller } from '#workers/contracts/tool-source.ts';

/** The caller, and the callbacks that report the progress of the call. */
export type CallScope = {
  agent: Agent;
  /** Absent for calls outside a conversation. */
  session?: SessionId;
  /** The conversations above the session, the parent first. */
  ancestors?: readonly SessionId[];
  /** The run under which file changes of the call are recorded and undone. */
  run: RunId;
  /** The messages of the session so far, for guarded mode; absent for calls outside a conversation. */
  conversation?: () => readonly Message[];
  /** Whether the model's requests carry the definition of this tool; absent for calls outside a conversation. */
  sends?: (name: string) => boolean;
  signal: AbortSignal;
  /** Called when the call must wait for another call of its code session. */
  onQueue?(): void;
  onStart(): void;
  onProgress(text: string): void;
  onOutput(text: string): void;
};

export type ExecutorDeps = Pick<CheckDeps, 'loadValidators'> & {
  registry: Registry;
  /** Adds the built-in tools to the registry. */
  loadTools(): Promise<unknown>;
  gate: PermissionGate;
  pool: Pick<ToolHostPool, 'run' | 'check'>;
  /** Starts a call as a background process and returns its name. */
  startProcess(job: ToolHostJob, facts: ProcessFacts): Promise<ToolOutcome>;
  /** Runs a call of a tool that runs in the engine; has the contract of `ToolHostPool.run`. */
  runInEngine(tool: ToolDefinition, job: ToolHostJob, caller: Caller): Promise<ToolOutcome>;
  /** The ports that a tool host gets for this tool, and nothing else; they are closed when `over` aborts. */
  hostPorts(
    tool: ToolDefinition,
    scope: Pick<CallScope, 'agent' | 'run' | 'session'> & {
      call: CallId;
      onFileChange?: (path: string) => void;
      onRequest?: (url: string) => () => void;
      origin?: { begin(): void; receive(): void; isCalculation: boolean; hasReadOutside: boolean };
      /** Stops the deadline while the user is asked, until the returned function is called. */
      pause(): () => void;
    },
    over: AbortSignal,
  ): ToolHostPorts;
  /** Called after a tool that may write files. */
  onFilesChanged(run: RunId): void;
  /** Stores the bytes of an image or a file of a result. */
  keepBlob(folder: string, bytes: Uint8Array<ArrayBuffer>): Promise<BlobId>;
  now(): number;
  /**
   * Called when a call begins; the returned function is called when it is over. Neither may throw or block.
   */
  log(call: CallRequest, scope: CallScope): (report: CallReport) => void;
};

/** `duration_ms` excludes the time in which the call waited for the user. */
export type CallReport = { result: ToolResult; duration_ms: number };

export type Executor = {
  /** Contract: never throws, and resolves with exactly one result for every call. */
  execute(call: CallRequest, scope: CallScope): Promise<CallReport>;
  /** Registers a call that will be executed after a wait, so that `cancel` can find it already. */
  announce(call: CallId, session: SessionId | undefined): AnnouncedCall;
  /** Ends one call of a session as `cancelled`. True if this tab runs the call or has announced it. */
  cancel(call: CallId, session: SessionId | undefined): boolean;
};

/** `end` must be called once the call is executed or dropped. */
type AnnouncedCall = { cancelled: AbortSignal; end(): void };

/** `execution` is globally unique; the provider's call id is unique within its session at best. */
type Execution = CallScope & { execution: ExecutionId; waits: WaitClock };

type Running = { call: CallId; session: SessionId | undefined; own: AbortController };

/** Passed to `abort`, because the default reason captures a stack trace for every call. */
const callIsOver = 'The call is over.';

export function createExecutor(deps: ExecutorDeps): Executor {
  const running = new Map<ExecutionId, Running>();
  return {
    announce(call, session) {
      const own = new AbortController();
      const execution = newId('execution');
      running.set(execution, { call, session, own });
      return { cancelled: own.signal, end: () => void running.delete(execution) };
    },
    cancel(call, session) {
      // Call ids are not unique across sessions.
      const meant = [...running.values()].filter((each) => each.call === call && each.session === session);
      for (const { own } of meant) own.abort();
      return meant.length > 0;
    },
    async execute(call, scope) {
      const startedAt = deps.now();
      const own = new AbortController();
      const execution = newId('execution');
      running.set(execution, { call: call.id, session: scope.session, own });
      const signal = AbortSignal.any([scope.signal, own.signal]);
      const finish = deps.log(call, scope);
      const waits = createWaitClock(deps.now);
      const checked = runChecked(call, { ...scope, execution, signal, waits }, deps);
      const result = withRepair(call, await checked.catch(failure));
      running.delete(execution);
      // Aborts what the call left open in the engine, such as a pending request or a port.
      own.abort(callIsOver);
      const report = { result, duration_ms: Math.round(deps.now() - startedAt - waits.waitedMs()) };
      finish(report);
      return report;
    },
  };
}

async function runChecked(call: CallRequest, scope: Execution, deps: ExecutorDeps): Promise<ToolResult> {
  await deps.loadTools();
  const tool = deps.registry.find(call.name);
  if (!tool) return notFound(call.name, scope.agent, deps.registry);
  const lack = deps.registry.lackOf(tool);
  if (lack !== undefined) return notInBrowser(tool, lack);
  if (!deps.registry.isEnabled(tool.name)) return switchedOff(tool);
  if (!admits(scope.agent, tool)) return notAvailable(tool, scope.agent, deps.registry);

  const checked = await checkArguments(call, tool, deps, scope);
  if (!checked.ok) return badArguments(checked, call, tool);
  const result = await runPermitted({ ...call, arguments: checked.values }, tool, scope, deps);
  return sayIgnored(result, checked.ignored, tool);
}

async function runPermitted(
  call: CallRequest & { arguments: JsonObject },
  tool: ToolDefinition,
  scope: Execution,
  deps: ExecutorDeps,
): Promise<ToolResult> {
  const { agent, execution, session, signal, waits } = scope;
  const values = call.arguments;
  const endWait = waits.hold();
  const refusal = await deps.gate.check({
    tool,
    arguments: values,
    call: call.id,
    agent,
    conversation: scope.conversation,
    ancestors: scope.ancestors,
    signal,
    ...(session ? { session } : {}),
  });
  endWait();
  if (refusal) return fail(refusal.errorType, refusal.message);

  const codeSession = codeSessionOf(session, agent.id);
  const facts = createCallFacts(tool);
  const inputs = await inputsOf(tool, call, scope, deps.registry);
  const origin = { ...facts.origin, ...inputs };
  const seen = { onFileChange: facts.addFile, onRequest: facts.addRequest, origin };
  const overflow = { folder: codeSession, file: `${execution}.txt` };
  const job: ToolHostJob = {
    call: { execution, tool: tool.name, arguments: values, fullText: pathOf(overflow) },
    overflow,
    ...(tool.runs === 'code' ? { codeHost: { session: codeSession, program: programOf(tool) } } : {}),
    ...(tool.keepsSession ? { isExclusive: true } : {}),
    grants: [...grantedCapabilities(tool, agent), ...tool.permissions].toSorted().join(' '),
    ports: (over, pause) => deps.hostPorts(tool, { ...scope, call: call.id, ...seen, pause }, over),
    deadlineMs: deadlineSeconds(tool, agent) * 1000,
    findTools: (query) => findTools(query, agent, deps.registry, scope.sends),
    signal,
    ...(scope.onQueue ? { onQueue: scope.onQueue } : {}),
    ...{ onStart: scope.onStart, onProgress: scope.onProgress, onOutput: scope.onOutput },
    onWait: waits.hold,
  };
  const caller = { call: call.id, codeSession, agent: agent.id, ...(session && { session }) };
  const outcome = await runTool(tool, job, caller, scope, deps);
  if (tool.capabilities.includes('files.write')) deps.onFilesChanged(scope.run);
  const metadata = facts.withMetadata(outcome.metadata, outcome);
  if (outcome.type === 'error') return { ...fail(outcome.errorType, outcome.message), ...metadata };
  return { status: 'success', result: await keepMedia(outcome.result, codeSession, deps), ...metadata };
}

async function runTool(
  tool: ToolDefinition,
  job: ToolHostJob,
  caller: Caller,
  { waits, run: ownRun }: Execution,
  deps: ExecutorDeps,
): Promise<ToolOutcome> {
  if (startsProcess(tool, job))
    return deps.startProcess(
      job,
      processFacts(tool, job, caller, () => deps.onFilesChanged(ownRun)),
    );
  const answered = tool.waitsForUser ? waits.hold() : undefined;
  const run = tool.runs === 'engine' ? deps.runInEngine(tool, job, caller) : deps.pool.run(job);
  return run.finally(answered);
}

/** False if the call was stopped while the user was being asked. */
function startsProcess(
  { backgroundParameter: name }: ToolDefinition,
  { call, signal }: ToolHostJob,
): boolean {
  return name !== undefined && call.arguments[name] === true && !signal.aborted;
}

function processFacts(
  { summaryParameter, name }: ToolDefinition,
  { call }: ToolHostJob,
  { codeSession: session }: Caller,
  onEnd: () => void,
): ProcessFacts {
  const command = call.arguments[summaryParameter ?? ''];
  return { session, command: typeof command === 'string' ? command : name, onEnd };
}

/**
 * The program whose calls share a warm code host. Each shell and interpreter has its own; all git tools share
 * one.
 */
function programOf({ category, name }: ToolDefinition): string {
  return category === 'git' ? category : name;
}

/**
 * Seconds: the agent's deadline for the tool, if any, else the tool's, up to the maximum of its category.
 * Infinite for a tool that waits for the user.
 */
function deadlineSeconds(tool: ToolDefinition, { timeouts }: Agent): number {
  if (tool.waitsForUser) return Infinity;
  const own = timeouts && (Object.hasOwn(timeouts, tool.name) ? timeouts[tool.name] : timeouts[anyTool]);
  return Math.min(own ?? tool.timeoutSeconds, longestDeadlineOf(tool));
}

/** Stores the bytes as blobs; the result refers to them. */
async function keepMedia(
  content: ToolContent,
  folder: string,
  deps: Pick<ExecutorDeps, 'keepBlob'>,
): Promise<string | ContentBlock[]> {
  if (typeof content === 'string') return content;
  return Promise.all(
    content.map(async (block): Promise<ContentBlock> => {
      if (block.type === 'text') return block;
      const { data, ...media } = block;
      const bytes = data.byteLength;
      try {
        return { ...media, bytes, blob: await deps.keepBlob(folder, data) };
      } catch (error) {
        // The rest of the result must not be lost because one block could not be stored.
        return {
          type: 'text',
          text: `[${media.type} ${media.media_type}, ${bytes} bytes, could not be stored: ${messageOf(error)}]`,
        };
      }
    }),
  );
}

function failure(error: unknown): ToolResult {
  const { errorType, message } = toFailure(error);
  return fail(errorType, message);
}
