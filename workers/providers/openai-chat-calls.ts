/** Puts the calls of a Chat Completions stream together from their fragments, and gives each away when it is whole. */
import { isJsonObject, type Json } from '../../src/shared/json.ts';
import { parseJson } from './parse-json.ts';
import type { ModelEvent } from './provider.ts';

type PartialCall = { index: number | undefined; id: string; name: string; text: string; isSent: boolean };

export type ChatCalls = {
  /** The calls that are whole because this fragment begins another. */
  add(fragment: Json): ModelEvent[];
  /** The rest, once the server says that there is no more. */
  end(): ModelEvent[];
  count(): number;
};

export function createChatCalls(): ChatCalls {
  const calls: PartialCall[] = [];

  /** Without an index a new id or name opens a call, and anything else continues the last one. */
  function find(index: number | undefined, id: string, name: string): PartialCall | undefined {
    if (index === undefined) {
      const known = id === '' ? undefined : calls.find((call) => call.id === id);
      return known ?? (id === '' && name === '' ? calls.at(-1) : undefined);
    }
    const known = calls.findLast((call) => call.index === index);
    // Some servers give every call the index 0; a whole new call shows by its id and name.
    const isOther = known && id !== '' && name !== '' && known.id !== '' && known.id !== id;
    return isOther ? undefined : known;
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
      if (!known) {
        calls.push({ index, id, name, text, isSent: false });
        return calls.slice(0, -1).filter(isWhole).flatMap(send);
      }
      known.id ||= id;
      // The name comes once; servers that repeat it in every fragment mean the same call.
      known.name ||= name;
      known.text += text;
      return [];
    },
  };
}

/** Fragments of calls may be mixed, so the next call alone proves nothing; a closed object can only grow by spaces. */
function isWhole({ text }: PartialCall): boolean {
  return isJsonObject(parseJson(text));
}

function send(call: PartialCall): ModelEvent[] {
  if (call.isSent) return [];
  call.isSent = true;
  const { id, name, text } = call;
  const values = text.trim() === '' ? {} : parseJson(text);
  return [{ type: 'call', id, name, arguments: isJsonObject(values) ? values : text }];
}

/** Some servers send the arguments as an object instead of a string. */
function argumentText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return isJsonObject(value) ? JSON.stringify(value) : '';
}
