/**
 * Reasoning that a server wants back with the calls that followed it, in the field in which it came: as text
 * (DeepSeek, Kimi, GLM, MiniMax reject the request otherwise), or as the `reasoning_details` of gateways such as
 * OpenRouter, joined from their fragments.
 * https://api-docs.deepseek.com/guides/thinking_mode
 * https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks
 */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

/** The fields of a delta that hold reasoning as text. */
export const thoughtFields = ['reasoning_content', 'reasoning'] as const;
type ThoughtField = (typeof thoughtFields)[number];

export type ChatThoughts = {
  /** Reasoning came as text in this field. */
  noteField(name: ThoughtField): void;
  add(details: Json | undefined): void;
  /** The reasoning since the last call of `take`. The field of a text is needed only with the calls that follow it. */
  take(isBeforeCall: boolean): ModelEvent[];
};

type Detail = JsonObject & { type: string };

export function createChatThoughts(): ChatThoughts {
  let fragments: Detail[] = [];
  let field: ThoughtField | undefined;
  return {
    noteField: (name) => void (field = name),
    add(details) {
      if (!Array.isArray(details)) return;
      for (const each of details) if (isDetail(each)) fragments.push(each);
    },
    take(isBeforeCall) {
      const details = fragments.length > 0 ? { reasoning_details: joinFragments(fragments) } : undefined;
      const data = details ?? (isBeforeCall && field ? { reasoning_field: field } : undefined);
      [fragments, field] = [[], undefined];
      return data ? [{ type: 'echo', of: 'reasoning', data }] : [];
    },
  };
}

/** The reasoning of a message for the server that gave it; nothing if it came in another form. */
export function thoughtsToReturn(message: Message): JsonObject {
  const echoes = message.parts.flatMap((part) =>
    part.type === 'reasoning' && part.echo?.wire === 'openai-chat' ? [part.echo.data] : [],
  );
  const given = echoes.flatMap(({ reasoning_details: details }) =>
    Array.isArray(details) ? details.filter(isDetail) : [],
  );
  const details = joinFragments(given).filter((each) => !isUnsigned(each));
  if (details.length > 0) return { reasoning_details: details };
  const field = thoughtFields.find((name) => echoes.some((echo) => echo.reasoning_field === name));
  const isBeforeCall = message.parts.some(({ type }) => type === 'call');
  return field && isBeforeCall ? { [field]: reasoningOf(message) } : {};
}

/** '' without reasoning: a server that requires reasoning to be sent back requires the field. */
export function reasoningOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
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
      // Some services give everything the index 0: what is encrypted ends the text before it.
      if (field === undefined) for (const each of Object.keys(textFields)) open.delete(`${each} ${index}`);
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
