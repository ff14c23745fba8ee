/** Validates messages of a tool host, because the tool's code may have sent them itself. */
import { asId } from '#shared/ids.ts';
import { isObject } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import { errorTypes } from '#shared/tools/tool.ts';
import type {
  MessageFromToolHost,
  SchemaVerdict,
  ToolOutcome,
} from '#workers/contracts/tool-host-protocol.ts';

/** Undefined for an unknown message. A malformed result becomes an error of its call. */
export function readMessage(data: unknown): MessageFromToolHost | undefined {
  if (!isObject(data)) return undefined;
  if (data.type === 'unreadable') return { type: 'unreadable' };
  if (typeof data.execution !== 'string') return undefined;
  const execution = asId<'execution'>(data.execution);
  switch (data.type) {
    case 'taken':
      return { type: 'taken', execution };
    case 'progress':
      return typeof data.text === 'string' ? { type: 'progress', execution, text: data.text } : undefined;
    case 'output':
      return typeof data.text === 'string' ? { type: 'output', execution, text: data.text } : undefined;
    case 'limit':
      return isLimit(data.ms) ? { type: 'limit', execution, ms: data.ms } : undefined;
    case 'done':
      return { type: 'done', execution, outcome: isOutcome(data.outcome) ? data.outcome : noResult };
    case 'checked':
      return { type: 'checked', execution, verdict: isVerdict(data.verdict) ? data.verdict : noVerdict };
    default:
      return undefined;
  }
}

function isLimit(ms: unknown): ms is number | null {
  return ms === null || (typeof ms === 'number' && ms >= 0);
}

const noResult: ToolOutcome = {
  type: 'error',
  errorType: 'execution_error',
  message: 'The tool returned something that is not a result.',
};

const noVerdict: SchemaVerdict = { type: 'unchecked', message: 'the tool host gave no verdict.' };

function isOutcome(value: unknown): value is ToolOutcome {
  if (!isObject(value)) return false;
  if (!isMetadata(value.metadata)) return false;
  if (value.type === 'error')
    return typeof value.message === 'string' && errorTypes.some((type) => type === value.errorType);
  if (value.type !== 'success') return false;
  return typeof value.result === 'string' || (Array.isArray(value.result) && value.result.every(isBlock));
}

function isMetadata(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const entries = Object.entries(value);
  const isShort = (text: unknown) => typeof text === 'string' && text.length <= limits.metadataCharacters;
  return entries.length <= limits.metadataKeys && entries.every((entry) => entry.every(isShort));
}

function isBlock(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.type === 'text') return typeof value.text === 'string';
  return (
    (value.type === 'image' || value.type === 'file') &&
    typeof value.media_type === 'string' &&
    value.data instanceof Uint8Array
  );
}

function isVerdict(value: unknown): value is SchemaVerdict {
  if (!isObject(value)) return false;
  if (value.type === 'valid') return true;
  return (value.type === 'invalid' || value.type === 'unchecked') && typeof value.message === 'string';
}
