/** Puts the calls of a Chat Completions stream together from their fragments, and gives each away when it is whole. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';
import { parseJson } from '../http/parse-json.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

type PartialCall = {
  /** Among the calls of the reply. */
  place: number;
  id: string;
  name: string;
  text: string;
  /** What the server wants back with the call, as it came: Gemini's signature is in it. */
  extra: JsonObject | undefined;
  checks: number;
  isSent: boolean;
};

export type ChatCalls = {
  /** The calls that are whole because this fragment begins another. */
  add(fragment: Json): ModelEvent[];
  /** The rest, once the server says that there is no more. */
  end(): ModelEvent[];
  count(): number;
};

/** So often one call is looked at before its end, or a server could have a long one read for each of its fragments. */
const mostChecks = 8;

/** Contract: work that grows with the fragments alone, however many calls they make. */
export function createChatCalls(): ChatCalls {
  const calls: PartialCall[] = [];
  /** The newest of an index, the first of an id. */
  const byIndex = new Map<number, PartialCall>();
  const byId = new Map<string, PartialCall>();
  /** What has grown since it was last looked at. */
  const grown = new Set<PartialCall>();

  /** Without an index a new id or name opens a call, and anything else continues the last one. */
  function find(index: number | undefined, id: string, name: string): PartialCall | undefined {
    if (index === undefined) {
      const known = id === '' ? undefined : byId.get(id);
      return known ?? (id === '' && name === '' ? calls.at(-1) : undefined);
    }
    const known = byIndex.get(index);
    // Some servers give every call the index 0; a whole new call shows by its id and name.
    const isOther = known && id !== '' && name !== '' && known.id !== '' && known.id !== id;
    return isOther ? undefined : known;
  }

  function open(index: number | undefined, id: string, name: string): PartialCall {
    const call = { place: calls.length, id: '', name, text: '', extra: undefined, checks: 0, isSent: false };
    calls.push(call);
    if (index !== undefined) byIndex.set(index, call);
    learnId(call, id);
    return call;
  }

  function learnId(call: PartialCall, id: string): void {
    call.id ||= id;
    if (call.id !== '' && !byId.has(call.id)) byId.set(call.id, call);
  }

  function sendWhole(): ModelEvent[] {
    const whole = [...grown].filter(isWhole).sort((one, other) => one.place - other.place);
    grown.clear();
    return whole.flatMap(send);
  }

  return {
    count: () => calls.length,
    end: () => calls.flatMap(send),
    add(fragment) {
      if (!isJsonObject(fragment)) return [];
      const { function: called } = fragment;
      const index = typeof fragment.index === 'number' ? fragment.index : undefined;
      const id = typeof fragment.id === 'string' ? fragment.id : '';
      const name = isJsonObject(called) && typeof called.name === 'string' ? called.name : '';
      const text = isJsonObject(called) ? argumentText(called.arguments) : '';
      const known = find(index, id, name);
      const sent = known ? [] : sendWhole();
      const call = known ?? open(index, id, name);
      learnId(call, id);
      // The name comes once; servers that repeat it in every fragment mean the same call.
      call.name ||= name;
      call.text += text;
      if (isJsonObject(fragment.extra_content)) call.extra ??= fragment.extra_content;
      if (text !== '') grown.add(call);
      return sent;
    },
  };
}

/** Fragments of calls may be mixed, so the next call alone proves nothing; a closed object can only grow by spaces. */
function isWhole(call: PartialCall): boolean {
  return !call.isSent && call.checks++ < mostChecks && isJsonObject(parseJson(call.text));
}

function send(call: PartialCall): ModelEvent[] {
  if (call.isSent) return [];
  call.isSent = true;
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
