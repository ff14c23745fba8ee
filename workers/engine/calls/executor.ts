/** The path of every tool call: look up, availability, validation, permission, host with deadline, one result. */
import type { ContentBlock } from '#shared/conversation/content.ts';
import type { Json } from '#shared/json.ts';
import { admits, deniedCapability, type Agent } from '#shared/agents/agent.ts';
import {
  newId,
  type BlobId,
  type CallId,
  type ExecutionId,
  type RunId,
  type SessionId,
} from '#shared/ids.ts';
import { limits, longestDeadline } from '#shared/limits.ts';
import { isBuiltIn, type ToolDefinition, type ToolErrorType, type ToolResult } from '#shared/tools/tool.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';
import { nearestNames } from '#workers/text/nearest-names.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { ToolContent } from '#workers/contracts/tool-content.ts';
import { checkArguments, type CheckPorts } from './check-arguments.ts';
import type { HostJob, HostPool } from '../tool-hosts/tool-host-pool.ts';
import type { HostOutcome, HostPorts } from '#workers/contracts/tool-host-protocol.ts';
import type { PermissionGate } from '../permissions/permission-gate.ts';
import type { Registry } from './registry.ts';
import type { Caller } from '../tools/engine-tool.ts';

/** A call as a provider delivered it: arguments may be anything. */
export type CallRequest = { id: CallId; name: string; arguments: Json };

/** Who calls, and what it wants to hear while the call goes on. */
export type CallScope = {
  agent: Agent;
  /** Absent for calls outside a conversation. */
  session?: SessionId;
  /** What its changes of files are kept and undone under. */
  run: RunId;
  signal: AbortSignal;
  onStart(): void;
  onProgress(text: string): void;
};

export type ExecutorPorts = Pick<CheckPorts, 'loadValidators'> & {
  registry: Registry;
  /** Our tools are in the registry from then on. */
  loadTools(): Promise<unknown>;
  gate: PermissionGate;
  pool: HostPool;
  /** Runs a call whose tool is answered in the engine; keeps the contract of `HostPool.run`. */
  runInEngine(tool: ToolDefinition, job: HostJob, caller: Caller): Promise<HostOutcome>;
  /** The folders and network a host gets for this tool, and nothing else. */
  hostPorts(tool: ToolDefinition, signal: AbortSignal): HostPorts;
  /** Where a run keeps the files it is about to change. */
  openUndo(run: RunId): Promise<FileSystemDirectoryHandle>;
  /** A tool that may write files has ended. */
  onFilesChanged(run: RunId): void;
  /** Keeps the bytes of an image or a file of a result. */
  keepBlob(folder: string, bytes: Uint8Array<ArrayBuffer>): Promise<BlobId>;
  now(): number;
  /** Hears of every call once when it begins and once when it is over; must not throw, nor wait. */
  log(call: CallRequest, scope: CallScope): (report: CallReport) => void;
};

export type CallReport = { result: ToolResult; duration_ms: number };

export type Executor = {
  /** Contract: never throws, and resolves with exactly one result for every call. */
  execute(call: CallRequest, scope: CallScope): Promise<CallReport>;
  /** Ends one call of a session as `cancelled`; whatever else goes on goes on. True where the call is this tab's. */
  cancel(call: CallId, session: SessionId | undefined): boolean;
};

/** A call with the id that tells it from every other; the provider's is unique in its session at best. */
type Execution = CallScope & { execution: ExecutionId };

type Running = { call: CallId; session: SessionId | undefined; own: AbortController };

/** Nobody reads it; a reason of its own spares the stack trace of the default one in every call. */
const callIsOver = 'The call is over.';

export function createExecutor(ports: ExecutorPorts): Executor {
  const running = new Map<ExecutionId, Running>();
  return {
    cancel(call, session) {
      // Another session's provider may have given the same id.
      const meant = [...running.values()].filter((each) => each.call === call && each.session === session);
      for (const { own } of meant) own.abort();
      return meant.length > 0;
    },
    async execute(call, scope) {
      const startedAt = ports.now();
      const own = new AbortController();
      const execution = newId('execution');
      running.set(execution, { call: call.id, session: scope.session, own });
      const signal = AbortSignal.any([scope.signal, own.signal]);
      const finish = ports.log(call, scope);
      const result = await runChecked(call, { ...scope, execution, signal }, ports).catch(failure);
      running.delete(execution);
      // Whatever the call left open in the engine ends with it: a request to a server that never answers, a port.
      own.abort(callIsOver);
      const report = { result, duration_ms: Math.round(ports.now() - startedAt) };
      finish(report);
      return report;
    },
  };
}

async function runChecked(call: CallRequest, scope: Execution, ports: ExecutorPorts): Promise<ToolResult> {
  await ports.loadTools();
  const tool = ports.registry.find(call.name);
  if (!tool) return refused(call.name, ports.registry) ?? notFound(call.name, ports.registry);
  if (!ports.registry.isEnabled(tool.name)) return switchedOff(tool);
  if (!admits(scope.agent, tool)) return notAvailable(tool, scope, ports.registry);

  const { agent, execution, session, signal } = scope;
  const checked = await checkArguments(call, tool, ports, scope);
  if (!checked.ok) return fail(checked.errorType, checked.message);
  const { values } = checked;

  const refusal = await ports.gate.check({
    tool,
    arguments: values,
    call: call.id,
    agent,
    signal,
    ...(session ? { session } : {}),
  });
  if (refusal) return fail(refusal.errorType, refusal.message);

  const writes = tool.capabilities.includes('files.write');
  const undo = writes ? { undo: await ports.openUndo(scope.run) } : {};
  const job: HostJob = {
    call: {
      execution,
      tool: tool.name,
      arguments: values,
      overflow: { folder: session ?? 'console', file: `${execution}.txt` },
    },
    ports: () => ({ ...ports.hostPorts(tool, signal), ...undo }),
    deadlineMs: deadlineSeconds(tool, agent) * 1000,
    signal,
    onStart: scope.onStart,
    onProgress: scope.onProgress,
  };
  const caller = { call: call.id, ...(session ? { session } : {}) };
  const outcome = await (tool.runs === 'engine' ? ports.runInEngine(tool, job, caller) : ports.pool.run(job));
  if (writes) ports.onFilesChanged(scope.run);
  if (outcome.type === 'error') return fail(outcome.errorType, outcome.message);
  return { status: 'success', result: await keepMedia(outcome.result, session ?? 'console', ports) };
}

/** The agent's own deadline where it has one, within the maximum of the tool's kind; none while a user thinks. */
function deadlineSeconds(tool: ToolDefinition, { timeouts }: Agent): number {
  if (tool.waitsForUser) return Infinity;
  const own = timeouts && Object.hasOwn(timeouts, tool.name) ? timeouts[tool.name] : undefined;
  const longest = isBuiltIn(tool) ? longestDeadline(tool.category) : limits.external.deadlineSeconds;
  return Math.min(own ?? tool.timeoutSeconds, longest);
}

/** The bytes go to private storage, the result keeps where they are. */
async function keepMedia(
  content: ToolContent,
  folder: string,
  ports: Pick<ExecutorPorts, 'keepBlob'>,
): Promise<string | ContentBlock[]> {
  if (typeof content === 'string') return content;
  return Promise.all(
    content.map(async (block): Promise<ContentBlock> => {
      if (block.type === 'text') return block;
      const { data, ...media } = block;
      const bytes = data.byteLength;
      try {
        return { ...media, bytes, blob: await ports.keepBlob(folder, data) };
      } catch (error) {
        // The rest of a good result must not be lost with it.
        const reason = messageOf(error);
        return {
          type: 'text',
          text: `[${media.type} ${media.media_type}, ${bytes} bytes, could not be kept: ${reason}]`,
        };
      }
    }),
  );
}

function failure(error: unknown): ToolResult {
  if (error instanceof ToolError) return fail(error.type, error.message);
  const message = messageOf(error);
  return fail('execution_error', `Tool execution failed: ${message}`);
}

function notFound(name: string, registry: Registry): ToolResult {
  const names = registry.names();
  const near = nearestNames(name, names);
  const hint = near.length > 0 ? ` Did you mean ${near.map((each) => `'${each}'`).join(' or ')}?` : '';
  return fail('tool_not_found', `Tool '${name}' not found.${hint} Available tools: ${names.join(', ')}.`);
}

function refused(name: string, registry: Registry): ToolResult | undefined {
  const refusal = registry.refusalOf(name);
  if (!refusal) return undefined;
  const reason = [refusal.reason.replaceAll('_', ' '), refusal.detail].filter(Boolean).join(': ');
  return fail(
    'tool_not_available',
    `Tool '${name}' cannot be used: its definition was refused when it arrived (${reason}). The Tools screen says why. Go on without it.`,
  );
}

function notAvailable(tool: ToolDefinition, { agent }: CallScope, registry: Registry): ToolResult {
  const capability = deniedCapability(agent, tool);
  const reason = capability
    ? `it needs '${capability}', which is denied to this agent`
    : 'it is not in its tool list';
  const available = registry.select(agent).map(({ name }) => name);
  return fail(
    'tool_not_available',
    `Tool '${tool.name}' is not available for the agent '${agent.name}': ${reason}. The user can change that in the agent's settings. Available here: ${available.join(', ') || 'none'}.`,
  );
}

function switchedOff({ name }: ToolDefinition): ToolResult {
  return fail(
    'tool_not_available',
    `Tool '${name}' is not available: the user switched it off for every agent. The user can switch it on again on the Tools screen, at '${name}'. Go on without it, or say what it is needed for.`,
  );
}

function fail(error_type: ToolErrorType, message: string): ToolResult {
  return {
    status: 'error',
    error_type,
    message: shorten(message, limits.errorCharacters),
  };
}
