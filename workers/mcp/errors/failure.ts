/** A failure with its code, thrown where a library stands between us and ourselves; what leaves this folder is a value. */
import type { McpAnswer, McpError } from '#shared/mcp/mcp-error.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { explainFailure } from './explain-failure.ts';

export class McpFailure extends Error {
  readonly error: McpError;
  constructor(error: McpError) {
    super(error.type);
    this.error = error;
  }
}

/** Whatever is thrown meanwhile, as a value. */
export async function asAnswer<T>(work: () => Promise<T>): Promise<McpAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: toError(error) };
  }
}

export function toError(error: unknown): McpError {
  if (error instanceof McpFailure) return error.error;
  if (error instanceof ToolError) return { type: error.type === 'timeout' ? 'timeout' : 'cancelled' };
  return explainFailure(error);
}

export function fail(type: McpError['type'], detail?: string): McpFailure {
  return new McpFailure({ type, ...(detail ? { detail } : {}) });
}
