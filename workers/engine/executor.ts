/** The path of every tool call: look up, availability, validation, permission, host with deadline, one result. */
import type { Validator } from './manifest.ts';
import { isJsonObject, type Json } from '../../src/shared/json.ts';
import type { CallId, RunId, SessionId } from '../../src/shared/ids.ts';
import type { PromptAnswer } from '../../src/shared/permission.ts';
import type { ToolDefinition, ToolErrorType, ToolResult } from '../../src/shared/tool.ts';
import type { Egress } from '../network/egress.ts';
import { nearestNames } from '../storage/nearest-names.ts';
import type { HostPool } from './host-pool.ts';
import type { HostOutcome, HostPorts } from './host-protocol.ts';
import { normaliseArguments } from './normalise.ts';
import type { Registry } from './registry.ts';
import { explainInvalid } from './validation.ts';

/** A call as a provider delivered it: arguments may be anything. */
export type CallRequest = { id: CallId; name: string; arguments: Json };

/** Who calls, and what it wants to hear while the call goes on. */
export type CallScope = {
  agent: { name: string; tools: readonly string[] };
  /** Absent for a call from the scripting console. */
  origin?: { session: SessionId; run: RunId };
  signal: AbortSignal;
  /** Asks the user; no host is held meanwhile and no deadline runs. */
  askHost(host: string): Promise<PromptAnswer>;
  onStart(): void;
  onProgress(text: string): void;
};

export type ExecutorPorts = {
  registry: Registry;
  validators: Readonly<Record<string, Validator>>;
  egress: Egress;
  pool: HostPool;
  /** The folders and network a host gets for this tool, and nothing else. */
  hostPorts(tool: ToolDefinition, signal: AbortSignal): Omit<HostPorts, 'control'>;
  now(): number;
  /** Hears of every call once when it begins and once when it is over; must not throw, nor wait. */
  log(call: CallRequest, scope: CallScope): (report: CallReport) => void;
};

export type CallReport = { result: ToolResult; duration_ms: number };

export type Executor = {
  /** Contract: never throws, and resolves with exactly one result for every call. */
  execute(call: CallRequest, scope: CallScope): Promise<CallReport>;
};

export function createExecutor(ports: ExecutorPorts): Executor {
  return {
    async execute(call, scope) {
      const startedAt = ports.now();
      const finish = ports.log(call, scope);
      const result = await runChecked(call, scope, ports).catch((error: unknown) =>
        fail(
          'execution_error',
          `Tool execution failed: ${error instanceof Error ? error.message : String(error)}`,
        ),
      );
      const report = { result, duration_ms: Math.round(ports.now() - startedAt) };
      finish(report);
      return report;
    },
  };
}

async function runChecked(call: CallRequest, scope: CallScope, ports: ExecutorPorts): Promise<ToolResult> {
  const tool = ports.registry.find(call.name);
  if (!tool) return notFound(call.name, ports.registry);
  if (!scope.agent.tools.includes('*') && !scope.agent.tools.includes(tool.name))
    return notAvailable(tool, scope);

  if (!isJsonObject(call.arguments)) return fail('validation_error', notAnObject(call.arguments));
  const values = normaliseArguments(call.arguments, tool.parameters);
  const validate = ports.validators[tool.name];
  // No validator, no call: the schema gate fails closed.
  if (!validate) return fail('execution_error', `Tool '${tool.name}' has no compiled schema.`);
  const invalid = explainInvalid(validate, values);
  if (invalid) return fail('validation_error', invalid);

  const refusal = await checkUrls(tool, values, scope, ports.egress);
  if (refusal) return refusal;

  const outcome = await ports.pool.run({
    call: { call: call.id, tool: tool.name, arguments: values },
    ports: () => ports.hostPorts(tool, scope.signal),
    deadlineMs: tool.timeoutSeconds * 1000,
    signal: scope.signal,
    onStart: scope.onStart,
    onProgress: scope.onProgress,
  });
  return toResult(outcome);
}

/** Hosts that need the user's word are asked for before a tool host is taken. */
async function checkUrls(
  tool: ToolDefinition,
  values: Record<string, Json>,
  scope: CallScope,
  egress: Egress,
): Promise<ToolResult | undefined> {
  for (const name of tool.urlParameters) {
    const url = values[name];
    if (typeof url !== 'string') continue;
    const verdict = await egress.check(url);
    if (verdict.type === 'refused') return fail(verdict.errorType, `Parameter '${name}': ${verdict.message}`);
    if (verdict.type === 'allowed') continue;
    const answer = await scope.askHost(verdict.host);
    if (answer === 'cancelled')
      return fail(
        'cancelled',
        `The call was stopped while the user was asked about ${verdict.host}; nothing was sent.`,
      );
    if (answer === 'denied') {
      return fail(
        'permission_denied',
        `The user did not allow ${verdict.host}, which is a private address. Ask the user before trying it again; allowed hosts are listed in Settings.`,
      );
    }
  }
  return undefined;
}

function toResult(outcome: HostOutcome): ToolResult {
  return outcome.type === 'success'
    ? { status: 'success', result: outcome.result }
    : fail(outcome.errorType, outcome.message);
}

function notFound(name: string, registry: Registry): ToolResult {
  const names = registry.names();
  const near = nearestNames(name, names);
  const hint = near.length > 0 ? ` Did you mean ${near.map((each) => `'${each}'`).join(' or ')}?` : '';
  return fail('tool_not_found', `Tool '${name}' not found.${hint} Available tools: ${names.join(', ')}.`);
}

function notAvailable(tool: ToolDefinition, { agent }: CallScope): ToolResult {
  return fail(
    'tool_not_available',
    `Tool '${tool.name}' is not available for the agent '${agent.name}'. The user can switch it on in the agent's tool list. Available here: ${agent.tools.join(', ') || 'none'}.`,
  );
}

function notAnObject(value: Json): string {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return `The arguments must be one JSON object, but got: ${shown.slice(0, 200)}`;
}

function fail(error_type: ToolErrorType, message: string): ToolResult {
  return { status: 'error', error_type, message };
}
