/** Reads tool calls from the JSON of a small model: tolerates its deviations, but never guesses what was cut off. */
import { isJsonObject, parseJson, type Json, type JsonObject } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';

/** `arguments` is a string if it was not a JSON object; the validation error then tells the model. */
export type WrittenCall = { name: string; arguments: JsonObject | string };

const nameKeys = ['name', 'tool', 'tool_name', 'function', 'function_name', 'action'];
const argumentKeys = ['arguments', 'parameters', 'args', 'input', 'tool_input', 'action_input'];
/** Keys with which a call may begin. */
const firstKeys = [...nameKeys, 'type', 'id', 'tool_call', 'tool_calls', 'function_call'].map(
  (key) => `"${key}"`,
);
const wrappers = ['tool_call', 'function_call', 'tool_calls', 'function'];

/** Whether text with this beginning may become a call. */
export function mayBeCall(text: string): boolean {
  const opening = /^[\s[]*(\{\s*)?/.exec(text)?.[0] ?? '';
  const rest = text.slice(opening.length);
  if (rest === '') return true;
  return opening.includes('{') && firstKeys.some((key) => key.startsWith(rest) || rest.startsWith(key));
}

/** The calls in a text of one or more JSON values; undefined if there is none. */
export function readCalls(text: string): WrittenCall[] | undefined {
  const calls: WrittenCall[] = [];
  for (let at = nextValue(text, 0); at !== undefined;) {
    const end = jsonEnd(text, at);
    const value = end === undefined ? undefined : parseLoosely(text.slice(at, end));
    if (end === undefined || (value && measureJson(value).isTooDeep)) {
      const cut = cutCall(text.slice(at, end));
      if (cut) calls.push(cut);
      break;
    }
    calls.push(...callsIn(value));
    at = nextValue(text, end);
  }
  return calls.length > 0 ? calls : undefined;
}

/** The end of the object or list that begins at `from`; undefined if it is incomplete. */
export function jsonEnd(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

function nextValue(text: string, from: number): number | undefined {
  const at = text.slice(from).search(/[[{]/);
  return at < 0 ? undefined : from + at;
}

function callsIn(value: Json | undefined): WrittenCall[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isJsonObject(value)) return [];
  for (const key of wrappers) {
    const inner = value[key];
    if (isJsonObject(inner) || Array.isArray(inner)) return callsIn(inner);
  }
  const name = nameKeys.map((key) => value[key]).find((each) => typeof each === 'string');
  return typeof name === 'string' && name ? [{ name: name.trim(), arguments: argumentsOf(value) }] : [];
}

function argumentsOf(value: JsonObject): JsonObject | string {
  const given = argumentKeys.map((key) => value[key]).find((each) => each !== undefined && each !== null);
  if (given === undefined) return {};
  if (isJsonObject(given)) return given;
  if (typeof given !== 'string') return JSON.stringify(given);
  if (given.trim() === '') return {};
  const parsed = parseLoosely(given);
  return isJsonObject(parsed) ? parsed : given;
}

/** An unfinished call keeps its name, so that the model gets an error; incomplete arguments are never run. */
function cutCall(text: string): WrittenCall | undefined {
  const name = /"(?:name|tool|tool_name|function)"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
  return name ? { name, arguments: text } : undefined;
}

function parseLoosely(text: string): Json | undefined {
  return parseJson(text) ?? parseJson(repair(text));
}

/** Repairs trailing commas, Python literals, and line breaks inside strings. */
function repair(text: string): string {
  const strings = /"(?:\\[^]|[^"\\])*"/g;
  const outside = (part: string) =>
    part
      .replaceAll(/,(\s*[}\]])/g, '$1')
      .replaceAll(/\b(True|False|None)\b/g, (word) => (word === 'None' ? 'null' : word.toLowerCase()));
  const inside = (part: string) =>
    part.replaceAll(/[\n\r\t]/g, (character) => JSON.stringify(character).slice(1, -1));
  let repaired = '';
  let end = 0;
  for (const match of text.matchAll(strings)) {
    repaired += outside(text.slice(end, match.index)) + inside(match[0]);
    end = match.index + match[0].length;
  }
  return repaired + outside(text.slice(end));
}
