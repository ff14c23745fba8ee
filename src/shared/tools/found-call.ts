/** The fixed call that runs a tool which `find_tools` found, so that definitions never change within a chat. */
import { isJsonObject, parseJson, type Json, type JsonObject } from '../json.ts';

export const findTools = 'find_tools';
export const callTool = 'call_tool';

type Sent = { name: string; arguments: JsonObject };

/**
 * The call inside a `call_tool`, unwrapped once. Undefined if there is none: the call then fails as one of
 * `call_tool`, whose error says how to write it.
 */
export function foundCall({ name, arguments: values }: Sent): Sent | undefined {
  if (name !== callTool || !Object.hasOwn(values, 'name')) return undefined;
  // Some models write the arguments beside the name.
  const { name: inner, arguments: own, ...beside } = values;
  const tool = typeof inner === 'string' ? inner.trim() : '';
  if (tool === '' || tool === callTool) return undefined;
  const given = Object.hasOwn(values, 'arguments') ? toObject(own) : beside;
  return given && { name: tool, arguments: given };
}

/** As a model sends it. */
export function wrapFound<Call extends Sent>(call: Call): Call {
  return { ...call, name: callTool, arguments: { name: call.name, arguments: call.arguments } };
}

/** Some models write the inner arguments as a text of JSON. */
function toObject(value: Json | undefined): JsonObject | undefined {
  if (value === null || value === undefined) return {};
  const read = typeof value === 'string' ? parseJson(value) : value;
  return isJsonObject(read) ? read : undefined;
}
