/** Brings a message, or a list of them, to JSON-RPC 2.0 (https://www.jsonrpc.org/specification). */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { parseJson, textIn } from './repair-fields.ts';

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
  return { jsonrpc: '2.0', id, ...(hasError ? { error: repairError(error) } : { result: result ?? {} }) };
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
