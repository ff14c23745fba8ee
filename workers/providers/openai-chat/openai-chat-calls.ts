/**
 * Assembles the calls of a Chat Completions stream from fragments, and emits each once it is complete, in the order
 * of the reply.
 */
import { asText, isJsonObject, parseJson, type Json, type JsonObject } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

type PartialCall = {
  id: string;
  name: string;
  text: string;
  /** The first and the last fragment of `text`. */
  first: string;
  last: string;
  /** Data that the server wants back with the call, unmodified; contains Gemini's signature. */
  extra: JsonObject | undefined;
  /** How often it was checked, and the length of its text then. */
  checks: number;
  checkedLength: number;
};

export type ChatCalls = {
  all: PartialCall[];
  /** The newest call of an index, and the first of an id. */
  byIndex: Map<number, PartialCall>;
  byId: Map<string, PartialCall>;
  /** The number of calls that were emitted: those before it in `all`. */
  emitted: number;
};

/** A call is parsed at most this often before its end; parsing it at each fragment would take quadratic time. */
const maxChecks = 8;

export function newChatCalls(): ChatCalls {
  return { all: [], byIndex: new Map(), byId: new Map(), emitted: 0 };
}

/**
 * Adds a fragment. Returns the calls that are complete because it begins another. Contract: linear time in the
 * fragments, however many calls there are.
 */
export function addFragment(calls: ChatCalls, value: Json): ModelEvent[] {
  if (!isJsonObject(value)) return [];
  const fragment = readFragment(value);
  const { id, name, text, extra } = fragment;
  const known = findCall(calls, fragment);
  const emitted = known ? [] : takeComplete(calls);
  const call = known ?? openCall(calls, fragment);
  call.id ||= id;
  if (call.id !== '' && !calls.byId.has(call.id)) calls.byId.set(call.id, call);
  // The name comes once; servers that repeat it in every fragment mean the same call.
  call.name ||= name;
  call.text += text;
  if (text !== '') [call.first, call.last] = [call.first || text, text];
  call.extra ??= extra;
  return emitted;
}

type Fragment = {
  index: number | undefined;
  id: string;
  name: string;
  text: string;
  extra: JsonObject | undefined;
};

function readFragment({ index, id, function: called, extra_content: extra }: JsonObject): Fragment {
  const { name, arguments: values } = isJsonObject(called) ? called : {};
  return {
    index: typeof index === 'number' ? index : undefined,
    id: asText(id),
    name: asText(name),
    text: argumentText(values),
    extra: isJsonObject(extra) ? extra : undefined,
  };
}

/** The remaining calls, once the reply has ended. */
export function endCalls(calls: ChatCalls): ModelEvent[] {
  const rest = calls.all.slice(calls.emitted);
  calls.emitted = calls.all.length;
  return rest.map(toEvent);
}

/**
 * The calls that are complete and follow those emitted before. One that is incomplete holds back the later ones,
 * because calls run and are stored in the order of the reply.
 */
export function takeComplete(calls: ChatCalls): ModelEvent[] {
  const { all, emitted } = calls;
  for (let next = all[emitted]; next && isComplete(next); next = all[calls.emitted]) calls.emitted++;
  return all.slice(emitted, calls.emitted).map(toEvent);
}

/** The call that the fragment continues. Without an index a new id or name begins a call. */
function findCall({ all, byIndex, byId }: ChatCalls, { index, id, name }: Fragment): PartialCall | undefined {
  if (index === undefined) {
    const known = id === '' ? undefined : byId.get(id);
    return known ?? (id === '' && name === '' ? all.at(-1) : undefined);
  }
  const known = byIndex.get(index);
  // Some servers give every call the index 0; another id with a name is another call.
  const isOther = known && id !== '' && name !== '' && known.id !== '' && known.id !== id;
  return isOther ? undefined : known;
}

function openCall({ all, byIndex }: ChatCalls, { index, name }: Fragment): PartialCall {
  const call = { id: '', name, text: '', first: '', last: '', extra: undefined, checks: 0, checkedLength: 0 };
  all.push(call);
  if (index !== undefined) byIndex.set(index, call);
  return call;
}

/**
 * Fragments of calls may be interleaved, so the next call proves nothing; a closed object can only gain white space.
 */
function isComplete(call: PartialCall): boolean {
  if (call.text.length === call.checkedLength || call.checks >= maxChecks) return false;
  call.checks++;
  call.checkedLength = call.text.length;
  return isJsonObject(parseJson(call.text));
}

function toEvent(call: PartialCall): ModelEvent {
  const { id, name, text, extra } = call;
  // https://ai.google.dev/gemini-api/docs/thought-signatures#openai
  const echo = extra ? { echo: { extra_content: extra } } : {};
  return { type: 'call', id, name, arguments: readArguments(call) ?? text, ...echo };
}

function readArguments({ text, first, last }: PartialCall): JsonObject | undefined {
  if (text.trim() === '') return {};
  const whole = parseJson(text);
  if (isJsonObject(whole)) return whole;
  // Some servers repeat all arguments so far in each fragment: https://github.com/NousResearch/hermes-agent/issues/35592
  const repeated = last.startsWith(first) ? parseJson(last) : undefined;
  return isJsonObject(repeated) ? repeated : undefined;
}

/** Some servers send the arguments as an object instead of a string. */
function argumentText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return '';
  // `JSON.stringify` is recursive, and arguments that are nested this deep are discarded anyway.
  return measureJson(value).isTooDeep ? '[JSON nested too deep]' : JSON.stringify(value);
}
