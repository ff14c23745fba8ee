/** The items of one Responses reply while they arrive: messages, thoughts and calls, each under its place. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { parseJson } from '../http/parse-json.ts';
import type { ModelEvent, StopReason } from '#workers/contracts/provider.ts';

type Item = {
  /** Its item id, call id and name, as far as they are known. */
  id: string;
  callId: string;
  name: string;
  /** The arguments so far, or the text. */
  text: string;
  /** Which paragraph of a summary came last. */
  paragraph: number;
  isCall: boolean;
  isSent: boolean;
};

export type Items = {
  open(event: JsonObject): ModelEvent[];
  addText(event: JsonObject): ModelEvent[];
  addArguments(event: JsonObject): ModelEvent[];
  endArguments(event: JsonObject): ModelEvent[];
  close(event: JsonObject): ModelEvent[];
  /** What the server put only into its last event. */
  end(output: readonly Json[]): ModelEvent[];
  stopReason(): StopReason;
};

export function createItems(): Items {
  const items = new Map<Json, Item>();
  let isRefused = false;

  function itemOf(event: JsonObject): Item {
    // By place where there is one: some gateways give an item a new id in every event.
    const key = event.output_index ?? event.item_id ?? '';
    const item = items.get(key) ?? newItem();
    items.set(key, item);
    return item;
  }

  function close(event: JsonObject): ModelEvent[] {
    const { item: wire } = event;
    if (!isJsonObject(wire)) return [];
    const item = itemOf(event);
    learn(item, wire);
    if (wire.type === 'message') {
      const refused = textIn(wire.content, ['refusal']) !== '';
      isRefused ||= refused;
      return closeMessage(item, wire, refused);
    }
    if (wire.type === 'reasoning') return closeThought(item, wire);
    return item.isCall ? send(item, argumentText(wire) || item.text) : [];
  }

  return {
    open(event) {
      if (isJsonObject(event.item)) learn(itemOf(event), event.item);
      return [];
    },

    addText(event) {
      const { type, delta, summary_index: paragraph } = event;
      if (typeof delta !== 'string' || delta === '') return [];
      const item = itemOf(event);
      const isNext = typeof paragraph === 'number' && paragraph > item.paragraph && item.text !== '';
      if (typeof paragraph === 'number') item.paragraph = paragraph;
      const text = isNext ? `\n\n${delta}` : delta;
      item.text += text;
      if (type === 'response.refusal.delta') isRefused = true;
      const isThought = typeof type === 'string' && type.includes('reasoning');
      return [{ type: isThought ? 'reasoning-delta' : 'text-delta', text }];
    },

    addArguments(event) {
      if (typeof event.delta === 'string') itemOf(event).text += event.delta;
      return [];
    },

    endArguments(event) {
      const item = itemOf(event);
      const whole = event.arguments ?? event.input;
      if (typeof whole === 'string') item.text = whole;
      if (typeof event.name === 'string') item.name ||= event.name;
      // Without its name or id the call waits for the whole item.
      return item.name !== '' && item.callId !== '' ? send(item, item.text) : [];
    },

    close,

    end(output) {
      // Some servers send no events for the items at all.
      const late = items.size === 0 ? output : [];
      const closed = late.flatMap((item, index) => close({ item, output_index: index }));
      const calls = [...items.values()].filter(({ isCall, name }) => isCall && name !== '');
      return [...closed, ...calls.flatMap((item) => send(item, item.text))];
    },

    stopReason() {
      if ([...items.values()].some(({ isCall }) => isCall)) return 'tool_calls';
      return isRefused ? 'refusal' : 'end';
    },
  };
}

function newItem(): Item {
  return { id: '', callId: '', name: '', text: '', paragraph: 0, isCall: false, isSent: false };
}

function learn(item: Item, wire: JsonObject): void {
  if (typeof wire.id === 'string') item.id = wire.id;
  if (typeof wire.call_id === 'string') item.callId = wire.call_id;
  if (typeof wire.name === 'string') item.name = wire.name;
  item.isCall ||= wire.type === 'function_call' || wire.type === 'custom_tool_call';
}

function send(item: Item, text: string): ModelEvent[] {
  if (item.isSent) return [];
  item.isSent = true;
  const values = text.trim() === '' ? {} : parseJson(text);
  // Only the ids of function calls may go back: we make no other kind.
  const echo = item.id.startsWith('fc') ? { echo: { id: item.id } } : {};
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

function closeMessage(item: Item, wire: JsonObject, isRefused: boolean): ModelEvent[] {
  const shown = missingText(item, textIn(wire.content, ['text', 'refusal']), 'text-delta');
  if (isRefused || typeof wire.id !== 'string' || item.text === '') return shown;
  const { id, phase } = wire;
  return [
    ...shown,
    { type: 'echo', of: 'text', data: { id, ...(typeof phase === 'string' ? { phase } : {}) } },
  ];
}

/** The whole item goes back; without its encrypted content the service would look for it and not find it. */
function closeThought(item: Item, wire: JsonObject): ModelEvent[] {
  const whole = textIn(wire.summary, ['text'], '\n\n') || textIn(wire.content, ['text']);
  const shown = missingText(item, whole, 'reasoning-delta');
  if (typeof wire.encrypted_content !== 'string') return shown;
  return [...shown, { type: 'echo', of: 'reasoning', data: wire }];
}

/** What came in the whole item but in no delta. */
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

function argumentText(wire: JsonObject): string {
  const value = wire.arguments ?? wire.input;
  return typeof value === 'string' ? value : '';
}
