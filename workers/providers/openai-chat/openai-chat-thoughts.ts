/**
 * Reasoning as gateways such as OpenRouter stream it, `reasoning_details`: joined from its fragments, and sent back with
 * the calls that followed it, because Gemini behind the gateway rejects the request otherwise.
 * https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks
 */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

export type ChatThoughts = {
  add(details: Json | undefined): void;
  /** The reasoning since the last call of `take`. */
  take(): ModelEvent[];
};

type Detail = JsonObject & { type: string };

export function createChatThoughts(): ChatThoughts {
  let fragments: Detail[] = [];
  return {
    add(details) {
      if (!Array.isArray(details)) return;
      for (const each of details) if (isDetail(each)) fragments.push(each);
    },
    take() {
      if (fragments.length === 0) return [];
      const data = { reasoning_details: joinFragments(fragments) };
      fragments = [];
      return [{ type: 'echo', of: 'reasoning', data }];
    },
  };
}

/** The reasoning of a message for the server that gave it; nothing if it came in another form. */
export function thoughtsToReturn({ parts }: Message): { reasoning_details?: JsonObject[] } {
  const given = parts.flatMap((part) => {
    const details =
      part.type === 'reasoning' && part.echo?.wire === 'openai-chat' && part.echo.data.reasoning_details;
    return Array.isArray(details) ? details.filter(isDetail) : [];
  });
  const details = joinFragments(given).filter((each) => !isUnsigned(each));
  return details.length > 0 ? { reasoning_details: details } : {};
}

function isDetail(value: Json): value is Detail {
  return isJsonObject(value) && typeof value.type === 'string' && value.type.startsWith('reasoning.');
}

/** The field with the text, by type; others, such as encrypted ones, come in one piece. */
const textFields: Readonly<Record<string, string>> = {
  'reasoning.text': 'text',
  'reasoning.summary': 'summary',
};

type Joined = { detail: Detail; field: string | undefined; words: string[] };

/** Contract: linear time in the fragments. */
function joinFragments(fragments: readonly Detail[]): Detail[] {
  const joined: Joined[] = [];
  /** The newest detail of each type and index. */
  const open = new Map<string, Joined>();
  for (const fragment of fragments) {
    const { type } = fragment;
    const index = typeof fragment.index === 'number' ? fragment.index : undefined;
    const field = textFields[type];
    const said = field === undefined ? undefined : fragment[field];
    const words = typeof said === 'string' ? [said] : [];
    const key = `${type} ${index}`;
    const before = open.get(key);
    const isNext = index !== undefined || joined.at(-1) === before;
    if (before?.field !== undefined && isNext && !(isSigned(before.detail) && said)) {
      addFields(before.detail, fragment);
      before.words.push(...words);
    } else {
      const begun = { detail: { ...fragment }, field, words };
      joined.push(begun);
      open.set(key, begun);
    }
  }
  return joined.map(({ detail, field, words }) =>
    field !== undefined && words.length > 0 ? { ...detail, [field]: words.join('') } : detail,
  );
}

/** A signature covers all text before it; text after it belongs to another thought. */
function isSigned({ signature }: Detail): boolean {
  return typeof signature === 'string' && signature !== '';
}

/** The signature and the format often come with the last fragment, and are null before. */
function addFields(detail: Detail, fragment: Detail): void {
  for (const [name, value] of Object.entries(fragment))
    if (value !== null && name !== '__proto__') detail[name] = value;
}

/** Cut off before its signature: Anthropic's models reject such a thought. */
function isUnsigned(detail: Detail): boolean {
  const isAnthropic = typeof detail.format === 'string' && detail.format.startsWith('anthropic');
  return detail.type === 'reasoning.text' && isAnthropic && !isSigned(detail);
}
