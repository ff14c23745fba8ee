/**
 * Thoughts as OpenRouter and its like give them, `reasoning_details`: put together from their fragments, and given back
 * with the calls they led to, because Gemini behind it refuses the request otherwise.
 * https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks
 */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

export type ChatThoughts = {
  add(details: Json | undefined): void;
  /** What came since the last time. */
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

/** The thoughts of a message for the server that gave them; nothing where it gave none in this form. */
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

/** Where the words of a kind stand; others, encrypted ones above all, come whole. */
const wordsOf: Readonly<Record<string, string>> = {
  'reasoning.text': 'text',
  'reasoning.summary': 'summary',
};

type Joined = { detail: Detail; field: string | undefined; words: string[] };

/** Contract: work that grows with the fragments alone. */
function joinFragments(fragments: readonly Detail[]): Detail[] {
  const joined: Joined[] = [];
  /** The newest of a kind and index. */
  const open = new Map<string, Joined>();
  for (const fragment of fragments) {
    const { type } = fragment;
    const index = typeof fragment.index === 'number' ? fragment.index : undefined;
    const field = wordsOf[type];
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

/** A signature is of all that was said before it; what is said after it is another thought. */
function isSigned({ signature }: Detail): boolean {
  return typeof signature === 'string' && signature !== '';
}

/** A signature or a format often comes with the last fragment, and is null before. */
function addFields(detail: Detail, fragment: Detail): void {
  for (const [name, value] of Object.entries(fragment))
    if (value !== null && name !== '__proto__') detail[name] = value;
}

/** Broken off before its signature came: Anthropic's models refuse such a thought. */
function isUnsigned(detail: Detail): boolean {
  const isAnthropic = typeof detail.format === 'string' && detail.format.startsWith('anthropic');
  return detail.type === 'reasoning.text' && isAnthropic && !isSigned(detail);
}
