/**
 * Normalises and validates a call's arguments: built-in tools with the compiled schema, external ones in a
 * tool host.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { ExecutionId } from '#shared/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { canonicalParameters } from '#shared/tools/alias-parameters.ts';
import { isBuiltIn } from '#shared/tools/external-tool.ts';
import { shorten } from '#shared/shorten.ts';
import type { BuiltInTool, ToolDefinition, ToolErrorType, ToolResult } from '#shared/tools/tool.ts';
import type { ParametersSchema } from '#shared/tools/schema.ts';
import type { ToolHostPool } from '../tool-hosts/tool-host-pool.ts';
import { normaliseArguments } from './normalise-arguments.ts';
import { describeFaults, type ValidationError } from '#workers/text/describe-faults.ts';
import type { Validator } from './validators.ts';
import type { CallId } from '#shared/ids.ts';

/**
 * A call as a provider delivered it; `arguments` are not validated yet. `isRepaired`: faults in their JSON were
 * repaired. `viaCallTool`: the model found the tool, and does not have its definition in each request.
 */
export type CallRequest = {
  id: CallId;
  name: string;
  arguments: Json;
  isRepaired?: true;
  viaCallTool?: true;
};

export type CheckDeps = {
  /** Compiled schemas by tool name; loaded at the first call, so that the engine starts without them. */
  loadValidators(): Promise<Readonly<Record<string, Validator>>>;
  pool: Pick<ToolHostPool, 'check'>;
};

/** `ignored`: names that the tool does not have. `faulty`: the parameters that are wrong or missing, if known. */
export type CheckedArguments =
  | { ok: true; values: JsonObject; ignored?: readonly string[] }
  | { ok: false; errorType: ToolErrorType; message: string; faulty?: readonly string[] };

export async function checkArguments(
  call: CallRequest,
  tool: ToolDefinition,
  deps: CheckDeps,
  { execution, signal }: { execution: ExecutionId; signal: AbortSignal },
): Promise<CheckedArguments> {
  if (!isJsonObject(call.arguments)) return invalid(notAnObject(call.arguments));
  if (isBuiltIn(tool)) return checkOwn(canonicalParameters(call.name, call.arguments), tool, deps);
  const { refuseArguments, normaliseExternalArguments } =
    await import('#workers/external-tools/external-arguments.ts');
  const values = normaliseExternalArguments(call.arguments, tool.parameters);
  const refusal = refuseArguments(values);
  if (refusal) return invalid(refusal);
  const verdict = await deps.pool.check({ execution, schema: tool.parameters, values, signal });
  switch (verdict.type) {
    case 'valid':
      return { ok: true, values };
    case 'invalid':
      return invalid(verdict.message);
    case 'unchecked':
      // Fail closed: unchecked arguments are not sent.
      return invalid(
        `The arguments could not be checked against the schema of ${tool.name}: ${verdict.message} Nothing was sent. Try smaller arguments.`,
      );
    case 'cancelled':
      return { ok: false, errorType: 'cancelled', message: `${tool.name} was stopped before it started.` };
    default:
      return assertNever(verdict);
  }
}

/** Undefined if the arguments are valid; else one sentence per fault, for the model. */
export function explainInvalid(validate: Validator, values: JsonObject): string | undefined {
  if (validate(values)) return undefined;
  return describeFaults(validate.errors ?? [], values);
}

async function checkOwn(given: JsonObject, tool: BuiltInTool, deps: CheckDeps): Promise<CheckedArguments> {
  const values = normaliseArguments(given, tool.parameters);
  const validate = (await deps.loadValidators())[tool.name];
  // Fail closed: without a validator there is no call.
  if (!validate)
    return {
      ok: false,
      errorType: 'execution_error',
      message: `Tool '${tool.name}' has no compiled schema.`,
    };
  const message = explainInvalid(validate, values);
  const ignored = unknownNames(given, tool.parameters);
  if (!message) return { ok: true, values, ...(ignored.length > 0 && { ignored }) };
  const faulty = faultyIn(validate.errors ?? []);
  return {
    ...invalid([message, ...unknownWords(ignored), listParameters(tool.parameters)].join(' ')),
    ...(faulty && { faulty }),
  };
}

/** Undefined where a fault is one of all arguments together. */
function faultyIn(errors: readonly ValidationError[]): string[] | undefined {
  const names = errors.map(({ instancePath, params }) => {
    const [, top = params.missingProperty] = instancePath.split('/');
    return typeof top === 'string' ? top : undefined;
  });
  return names.every((name) => name !== undefined) ? [...new Set(names)] : undefined;
}

function unknownNames(given: JsonObject, { properties }: ParametersSchema): string[] {
  return Object.keys(given).filter((name) => given[name] !== null && !Object.hasOwn(properties, name));
}

function unknownWords(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).map((name) => `'${shorten(name, 40)}'`);
  return [`Unknown, and ignored: ${shown.join(', ')}.`];
}

/** Says in the log and on the card that the arguments are not exactly what the model wrote. */
export function withRepair({ isRepaired }: CallRequest, result: ToolResult): ToolResult {
  if (!isRepaired) return result;
  return { ...result, metadata: { ...result.metadata, repaired_arguments: 'true' } };
}

/** Adds to the result which parameters were ignored, so that no model takes them for done. */
export function sayIgnored(
  result: ToolResult,
  ignored: readonly string[] = [],
  { parameters }: Pick<ToolDefinition, 'parameters'>,
): ToolResult {
  const [words] = unknownWords(ignored);
  if (words === undefined) return result;
  const known = Object.keys(parameters.properties).join(', ');
  const note = `${words} The parameters are: ${known || 'none'}.`;
  if (result.status === 'error') return { ...result, message: `${result.message} ${note}` };
  const said = result.result;
  if (typeof said === 'string') return { ...result, result: `${said}\n\n${note}` };
  return { ...result, result: [...said, { type: 'text', text: note }] };
}

/** So that the next call is right even if the model no longer sees the definition. */
function listParameters({ properties, required = [] }: ParametersSchema): string {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const lists = [
    ['Required', required],
    ['Optional', optional],
  ] as const;
  return lists
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind}: [${names.join(', ')}].`)
    .join(' ');
}

function notAnObject(value: Json): string {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return `The arguments must be one JSON object, but got: ${shown.slice(0, 200)}`;
}

function invalid(message: string): Extract<CheckedArguments, { ok: false }> {
  return { ok: false, errorType: 'validation_error', message };
}
