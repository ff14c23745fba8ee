/** Assembles the calls of a Chat Completions stream from fragments, and emits each once it is complete. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';
import { parseJson } from '../http/read-json.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

type PartialCall = {
  /** Index among the calls of the reply. */
  place: number;
  id: string;
  name: string;
  text: string;
  /** Data that the server wants back with the call, unmodified; contains Gemini's signature. */
  extra: JsonObject | undefined;
  checks: number;
  isEmitted: boolean;
};

type ChatCalls = {
  all: PartialCall[];
  /** The newest call of an index, and the first of an id. */
  byIndex: Map<number, PartialCall>;
  byId: Map<string, PartialCall>;
  /** Calls with new fragments since they were last checked. */
  grown: Set<PartialCall>;
};

/** A call is parsed at most this often before its end; parsing it at each fragment would take quadratic time. */
const mostChecks = 8;

export function newChatCalls(): ChatCalls {
  return { all: [], byIndex: new Map(), byId: new Map(), grown: new Set() };
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
  const emitted = known ? [] : emitComplete(calls);
  const call = known ?? openCall(calls, fragment);
  call.id ||= id;
  if (call.id !== '' && !calls.byId.has(call.id)) calls.byId.set(call.id, call);
  // The name comes once; servers that repeat it in every fragment mean the same call.
  call.name ||= name;
  call.text += text;
  call.extra ??= extra;
  if (text !== '') calls.grown.add(call);
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
    id: typeof id === 'string' ? id : '',
    name: typeof name === 'string' ? name : '',
    text: argumentText(values),
    extra: isJsonObject(extra) ? extra : undefined,
  };
}

/** The remaining calls, once the reply has ended. */
export function endCalls({ all }: ChatCalls): ModelEvent[] {
  return all.flatMap(emit);
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
  const call = { place: all.length, id: '', name, text: '', extra: undefined, checks: 0, isEmitted: false };
  all.push(call);
  if (index !== undefined) byIndex.set(index, call);
  return call;
}

function emitComplete({ grown }: ChatCalls): ModelEvent[] {
  const complete = [...grown].filter(isComplete).sort((one, other) => one.place - other.place);
  grown.clear();
  return complete.flatMap(emit);
}

/** Fragments of calls may be interleaved, so the next call proves nothing; a closed object can only gain white space. */
function isComplete(call: PartialCall): boolean {
  return !call.isEmitted && call.checks++ < mostChecks && isJsonObject(parseJson(call.text));
}

function emit(call: PartialCall): ModelEvent[] {
  if (call.isEmitted) return [];
  call.isEmitted = true;
  const { id, name, text, extra } = call;
  const values = text.trim() === '' ? {} : parseJson(text);
  // https://ai.google.dev/gemini-api/docs/thought-signatures#openai
  const echo = extra ? { echo: { extra_content: extra } } : {};
  return [{ type: 'call', id, name, arguments: isJsonObject(values) ? values : text, ...echo }];
}

/** Some servers send the arguments as an object instead of a string. */
function argumentText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return '';
  // `JSON.stringify` is recursive, and arguments that are nested this deep are discarded anyway.
  return measureJson(value).isTooDeep ? '[JSON nested too deep]' : JSON.stringify(value);
}
