/** The items of a Responses reply while they stream: messages, reasoning and calls, by index. */
import { asText, isJsonObject, parseJson, type Json, type JsonObject } from '#shared/json.ts';
import { isSearch } from './openai-responses-search.ts';
import type { ModelEvent, StopReason } from '#workers/contracts/provider.ts';

type Item = {
  /** Item id, call id and name; '' until known. */
  id: string;
  callId: string;
  name: string;
  /** Of a tool that the service's search found; sent back with the call. */
  namespace: string;
  /** The arguments so far, or the text. */
  text: string;
  /** Index of the newest paragraph of a reasoning summary. */
  paragraph: number;
  isCall: boolean;
  isEmitted: boolean;
};

/** The items of one reply so far, by index or id. */
export type Items = { byKey: Map<Json, Item>; isRefused: boolean };

export function newItems(): Items {
  return { byKey: new Map(), isRefused: false };
}

export function openItem(items: Items, event: JsonObject): ModelEvent[] {
  if (!isJsonObject(event.item)) return [];
  const left = leaveOther(items, event, event.item);
  learn(itemOf(items, event), event.item);
  return left;
}

/** Some servers give all calls the same index: a call with another id takes the place of the one before. */
function leaveOther({ byKey }: Items, event: JsonObject, received: JsonObject): ModelEvent[] {
  const key = keyOf(event);
  const item = byKey.get(key);
  if (!item?.callId || typeof received.call_id !== 'string' || item.callId === received.call_id) return [];
  byKey.delete(key);
  byKey.set(`call ${item.callId}`, item);
  return item.name === '' ? [] : emit(item, item.text);
}

export function addText(items: Items, event: JsonObject): ModelEvent[] {
  const { type, delta, summary_index: paragraph } = event;
  if (typeof delta !== 'string' || delta === '') return [];
  const item = itemOf(items, event);
  const isNext = typeof paragraph === 'number' && paragraph > item.paragraph && item.text !== '';
  if (typeof paragraph === 'number') item.paragraph = paragraph;
  const text = isNext ? `\n\n${delta}` : delta;
  item.text += text;
  if (type === 'response.refusal.delta') items.isRefused = true;
  const isReasoning = typeof type === 'string' && type.includes('reasoning');
  return [{ type: isReasoning ? 'reasoning-delta' : 'text-delta', text }];
}

export function addArguments(items: Items, event: JsonObject): ModelEvent[] {
  if (typeof event.delta === 'string') itemOf(items, event).text += event.delta;
  return [];
}

export function endArguments(items: Items, event: JsonObject): ModelEvent[] {
  const item = itemOf(items, event);
  const whole = event.arguments ?? event.input;
  if (typeof whole === 'string') item.text = whole;
  if (typeof event.name === 'string') item.name ||= event.name;
  // A call whose name or id is not known yet is emitted with the complete item.
  return item.name !== '' && item.callId !== '' ? emit(item, item.text) : [];
}

export function closeItem(items: Items, event: JsonObject): ModelEvent[] {
  const { item: received } = event;
  if (!isJsonObject(received)) return [];
  const left = leaveOther(items, event, received);
  const item = itemOf(items, event);
  learn(item, received);
  if (received.type === 'message') {
    const isRefused = textIn(received.content, ['refusal']) !== '';
    items.isRefused ||= isRefused;
    return closeMessage(item, received, isRefused);
  }
  if (received.type === 'reasoning') return closeReasoning(item, received);
  if (isSearch(received)) return [{ type: 'echo', of: 'text', data: { item: received } }];
  return item.isCall ? [...left, ...emit(item, argumentsIn(received) || item.text)] : [];
}

/** Some servers send the arguments as an object. */
function argumentsIn({ arguments: values, input }: JsonObject): string {
  const given = values ?? input;
  return isJsonObject(given) ? JSON.stringify(given) : asText(given);
}

/** `output`: the items of the last event. */
export function endItems(items: Items, output: readonly Json[]): ModelEvent[] {
  // Some servers send no events for the items at all, or not all of a call.
  const late = items.byKey.size === 0 ? output : output.filter(isCallItem);
  const closed = late.flatMap((item, index) => closeLate(items, item, index));
  const calls = [...items.byKey.values()].filter(({ isCall, name }) => isCall && name !== '');
  return [...closed, ...calls.flatMap((item) => emit(item, item.text))];
}

function isCallItem(item: Json): boolean {
  return isJsonObject(item) && (item.type === 'function_call' || item.type === 'custom_tool_call');
}

/** A call that was emitted is not emitted again, even where the last event gives it another id. */
function closeLate(items: Items, received: Json, index: number): ModelEvent[] {
  if (!isJsonObject(received)) return [];
  const all = [...items.byKey];
  const found = all.find(([, { callId }]) => callId !== '' && callId === received.call_id);
  if (found) return closeItem(items, { item: received, output_index: found[0] });
  const isKnown = all.some(
    ([, { isEmitted, name, text }]) => isEmitted && name === received.name && text === argumentsIn(received),
  );
  return isKnown ? [] : closeItem(items, { item: received, output_index: `late ${index}` });
}

export function stopReasonOf({ byKey, isRefused }: Items): StopReason {
  if ([...byKey.values()].some(({ isCall }) => isCall)) return 'tool_calls';
  return isRefused ? 'refusal' : 'end';
}

/** Items are found by index if there is one: some gateways give an item a new id in every event. */
function keyOf({ output_index: index, item_id: id }: JsonObject): Json {
  return index ?? id ?? '';
}

function itemOf({ byKey }: Items, event: JsonObject): Item {
  const key = keyOf(event);
  const item = byKey.get(key) ?? newItem();
  byKey.set(key, item);
  return item;
}

function newItem(): Item {
  return {
    id: '',
    callId: '',
    name: '',
    namespace: '',
    text: '',
    paragraph: 0,
    isCall: false,
    isEmitted: false,
  };
}

function learn(item: Item, received: JsonObject): void {
  if (typeof received.id === 'string') item.id = received.id;
  if (typeof received.call_id === 'string') item.callId = received.call_id;
  if (typeof received.name === 'string') item.name = received.name;
  if (typeof received.namespace === 'string') item.namespace = received.namespace;
  item.isCall ||= received.type === 'function_call' || received.type === 'custom_tool_call';
}

function emit(item: Item, text: string): ModelEvent[] {
  if (item.isEmitted) return [];
  item.isEmitted = true;
  const values = text.trim() === '' ? {} : parseJson(text);
  // Only ids of function calls may go back, because calls are sent back as function calls.
  const data = {
    ...(item.id.startsWith('fc') ? { id: item.id } : {}),
    ...(item.namespace ? { namespace: item.namespace } : {}),
  };
  const echo = Object.keys(data).length > 0 ? { echo: data } : {};
  return [
    {
      type: 'call',
      id: item.callId,
      name: item.name,
      arguments: isJsonObject(values) ? values : text,
      ...echo,
    },
  ];
}

function closeMessage(item: Item, received: JsonObject, isRefused: boolean): ModelEvent[] {
  const shown = missingText(item, textIn(received.content, ['text', 'refusal']), 'text-delta');
  if (isRefused || typeof received.id !== 'string' || item.text === '') return shown;
  const { id, phase } = received;
  return [
    ...shown,
    { type: 'echo', of: 'text', data: { id, ...(typeof phase === 'string' ? { phase } : {}) } },
  ];
}

/** The whole item goes back, but only with encrypted content: without it the service looks it up and fails. */
function closeReasoning(item: Item, received: JsonObject): ModelEvent[] {
  const whole = textIn(received.summary, ['text'], '\n\n') || textIn(received.content, ['text']);
  const shown = missingText(item, whole, 'reasoning-delta');
  if (typeof received.encrypted_content !== 'string') return shown;
  return [...shown, { type: 'echo', of: 'reasoning', data: received }];
}

/** Text of the complete item that came in no delta. */
function missingText(item: Item, whole: string, type: 'text-delta' | 'reasoning-delta'): ModelEvent[] {
  const text = whole.startsWith(item.text) ? whole.slice(item.text.length) : '';
  item.text += text;
  return text === '' ? [] : [{ type, text }];
}

function textIn(list: Json | undefined, fields: readonly string[], between = ''): string {
  if (!Array.isArray(list)) return '';
  const texts = list.flatMap((each) => {
    const found = isJsonObject(each) ? fields.map((field) => each[field]) : [];
    return found.filter((text) => typeof text === 'string').filter((text) => text !== '');
  });
  return texts.join(between);
}
