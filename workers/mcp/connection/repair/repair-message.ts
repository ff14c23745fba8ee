/** Brings a message, or a list of them, to JSON-RPC 2.0 (https://www.jsonrpc.org/specification). */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { parseJson, textIn } from './repair-fields.ts';

/** `data` of an error that named no request: the server did not read the one that was sent. */
export const unread = 'unread';

/**
 * Text that is not JSON stays as it is, so that the library reports it. `asked`: the id of the request, for an answer
 * that names none.
 */
export function repairMessages(text: string, asked?: Json): string {
  const message = parseJson(text);
  if (Array.isArray(message)) return JSON.stringify(message.map((each) => repairMessage(each)));
  return message === undefined ? text : JSON.stringify(repairMessage(message, asked));
}

function repairMessage(message: Json, asked?: Json): Json {
  if (!isJsonObject(message)) return message;
  const { method, params, result, error } = message;
  const id = message.id ?? asked;
  if (method !== undefined)
    return {
      jsonrpc: '2.0',
      ...(message.id === undefined || message.id === null ? {} : { id: message.id }),
      ...{ method },
      ...(isJsonObject(params) ? { params } : {}),
    };
  if (id === undefined) return message;
  const hasError = error !== undefined && error !== null && error !== false;
  if (!hasError) return { jsonrpc: '2.0', id, result: result ?? {} };
  const isUnread = message.id === undefined || message.id === null;
  return { jsonrpc: '2.0', id, error: { ...(isUnread ? { data: unread } : {}), ...repairError(error) } };
}

function repairError(error: Json): JsonObject {
  if (!isJsonObject(error)) return { code: -32000, message: textIn(error) };
  const code = Number(error.code ?? -32000);
  return {
    code: Number.isInteger(code) ? code : -32000,
    message: textIn(error.message),
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}
