/** Calls a tool of a server and converts its result or failure to an outcome for the model. */
import type { JsonObject } from '#shared/json.ts';
import { visibleText } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { CallControl, Link } from './connection/link.ts';
import type { Connection } from './connection/session.ts';
import { fail, toError } from './errors/failure.ts';
import { toFailure, toOutcome, toResourceOutcome } from './offers/outcome.ts';
import { listForModel, resourceToolName } from './pinning/resource-tool.ts';
import type { Redactor } from './redact-secrets.ts';
import type { RunningCalls } from './requests/running-calls.ts';
import type { ToolList } from './tool-list.ts';

/** The result of one request made for a model: its duration, or why it failed. */
export type ServerUse = { at: number; milliseconds: number } | { at: number; error: McpError };

export type CallDeps = {
  /** The server's title in texts for the model. */
  title(): string;
  toLocalName(name: string): string;
  tools: Pick<ToolList, 'find'>;
  connection: Pick<Connection, 'use'>;
  runningCalls: RunningCalls;
  redactor: Pick<Redactor, 'redact' | 'redactResult' | 'redactError'>;
  onUse(use: ServerUse): void;
  now(): number;
};

/** `name` is the server's own name for the tool. Never throws. */
export async function callTool(
  deps: CallDeps,
  name: string,
  values: JsonObject,
  control: EngineControl,
): Promise<ToolOutcome> {
  const { connection, runningCalls, redactor, now } = deps;
  const done = runningCalls.begin(deps.toLocalName(name), control);
  try {
    const startedAt = now();
    const outcome = await connection.use(
      (link) => request(deps, link, name, values, control),
      control.signal,
    );
    deps.onUse({ at: now(), milliseconds: now() - startedAt });
    return outcome;
  } catch (error) {
    // The library reports every abort as a timeout, so the signal's own reason is used.
    const failed = redactor.redactError(toError(control.signal.aborted ? control.signal.reason : error));
    // A refused or cancelled request says nothing about the connection.
    if (failed.type !== 'refused' && failed.type !== 'cancelled') deps.onUse({ at: now(), error: failed });
    return toFailure(deps.title(), failed);
  } finally {
    done();
  }
}

/**
 * Looks the tool up after connecting, because the connection may have been opened for this call and have
 * loaded a changed list.
 */
async function request(
  { tools, title, redactor, now }: CallDeps,
  link: Link,
  name: string,
  values: JsonObject,
  { signal, progress }: EngineControl,
): Promise<ToolOutcome> {
  const tool = tools.find(name);
  if (!tool && name === resourceToolName) return readForModel(title(), link, values, signal, redactor);
  if (!tool?.parameters) throw fail('not_offered', name);
  const definition = { name, inputSchema: { ...tool.parameters, type: 'object' as const } };
  const onProgress = showProgress((text) => progress(redactor.redact(text)), now);
  return toOutcome(title(), await link.call(definition, values, { signal, onProgress }), redactor);
}

async function readForModel(
  title: string,
  link: Link,
  { uri }: JsonObject,
  signal: AbortSignal,
  redactor: CallDeps['redactor'],
): Promise<ToolOutcome> {
  if (typeof uri === 'string' && uri !== '')
    return toResourceOutcome(title, await link.read(uri, signal), redactor);
  return toOutcome(title, await listForModel(link, signal), redactor);
}

/** Shows progress as one line on the call's card, throttled to a readable rate. */
export function showProgress(
  show: (text: string) => void,
  now: () => number,
): NonNullable<CallControl['onProgress']> {
  let shownAt = -Infinity;
  return ({ progress, total, message }) => {
    const at = now();
    // Updates are not blocked if the clock was set back.
    if (at >= shownAt && at - shownAt < mcpLimits.progressMs) return;
    shownAt = at;
    const share = total !== undefined && total > 0 ? `${round(progress)}/${round(total)}` : round(progress);
    show(message ? `${visibleText(message).slice(0, 150)} (${share})` : share);
  };
}

function round(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(1);
}
