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
  /** What the server wants back with the call, unmodified; holds Gemini's signature. */
  extra: JsonObject | undefined;
  checks: number;
  isEmitted: boolean;
};

export type ChatCalls = {
  /** The calls that are complete because this fragment begins another. */
  add(fragment: Json): ModelEvent[];
  /** The remaining calls, once the reply has ended. */
  end(): ModelEvent[];
  count(): number;
};

/** A call is parsed at most this often before its end; parsing it at each fragment would take quadratic time. */
const mostChecks = 8;

/** Contract: linear time in the fragments, however many calls there are. */
export function createChatCalls(): ChatCalls {
  const calls: PartialCall[] = [];
  /** The newest call of an index, and the first of an id. */
  const byIndex = new Map<number, PartialCall>();
  const byId = new Map<string, PartialCall>();
  /** Calls with new fragments since they were last checked. */
  const grown = new Set<PartialCall>();

  /** Without an index a new id or name opens a call, and anything else continues the last one. */
  function find(index: number | undefined, id: string, name: string): PartialCall | undefined {
    if (index === undefined) {
      const known = id === '' ? undefined : byId.get(id);
      return known ?? (id === '' && name === '' ? calls.at(-1) : undefined);
    }
    const known = byIndex.get(index);
    // Some servers give every call the index 0; another id with a name is another call.
    const isOther = known && id !== '' && name !== '' && known.id !== '' && known.id !== id;
    return isOther ? undefined : known;
  }

  function open(index: number | undefined, id: string, name: string): PartialCall {
    const call = {
      place: calls.length,
      id: '',
      name,
      text: '',
      extra: undefined,
      checks: 0,
      isEmitted: false,
    };
    calls.push(call);
    if (index !== undefined) byIndex.set(index, call);
    learnId(call, id);
    return call;
  }

  function learnId(call: PartialCall, id: string): void {
    call.id ||= id;
    if (call.id !== '' && !byId.has(call.id)) byId.set(call.id, call);
  }

  function emitComplete(): ModelEvent[] {
    const complete = [...grown].filter(isComplete).sort((one, other) => one.place - other.place);
    grown.clear();
    return complete.flatMap(emit);
  }

  return {
    count: () => calls.length,
    end: () => calls.flatMap(emit),
    add(fragment) {
      if (!isJsonObject(fragment)) return [];
      const { function: called } = fragment;
      const index = typeof fragment.index === 'number' ? fragment.index : undefined;
      const id = typeof fragment.id === 'string' ? fragment.id : '';
      const name = isJsonObject(called) && typeof called.name === 'string' ? called.name : '';
      const text = isJsonObject(called) ? argumentText(called.arguments) : '';
      const known = find(index, id, name);
      const emitted = known ? [] : emitComplete();
      const call = known ?? open(index, id, name);
      learnId(call, id);
      // The name comes once; servers that repeat it in every fragment mean the same call.
      call.name ||= name;
      call.text += text;
      if (isJsonObject(fragment.extra_content)) call.extra ??= fragment.extra_content;
      if (text !== '') grown.add(call);
      return emitted;
    },
  };
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
  // Writing it as text is recursive; nothing of what is nested that deep would be kept.
  return measureJson(value).isTooDeep ? '[JSON nested too deep]' : JSON.stringify(value);
}
