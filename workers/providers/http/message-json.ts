/** Converts messages to the JSON of a request, each only once: the JSON is cached. */
import type { BlobId } from '#shared/ids.ts';
import type { Json } from '#shared/json.ts';
import type { ModelTraits } from '#shared/models/provider.ts';
import type { Message } from '#shared/conversation/message.ts';

export type Media = ReadonlyMap<BlobId, string>;

/** The media that a model takes besides text. */
type Takes = Pick<ModelTraits, 'images' | 'documents'>;

/** Contract: pure, reads nothing but its arguments. Returns the messages or items of the format for one message. */
type Convert = (message: Message, media: Media) => readonly object[];

/** The JSON of each converted message or item, in order. */
export type MessageJson = (messages: readonly Message[], media: Media, takes: Takes) => readonly string[];

/** Caches the JSON of messages, which are immutable, separately for each combination of `Takes`. */
export function messageJson(convert: Convert): MessageJson {
  const caches = new Map<string, WeakMap<Message, string[]>>();

  return (messages, media, { images, documents = false }) => {
    const takes = `${images} ${documents}`;
    const cache = caches.get(takes) ?? new WeakMap<Message, string[]>();
    caches.set(takes, cache);
    return messages.flatMap((message) => {
      const cached = cache.get(message);
      if (cached) return cached;
      const converted = convert(message, images || documents ? media : new Map());
      const json = converted.map(wireJson);
      cache.set(message, json);
      return json;
    });
  };
}

/**
 * JSON without half a surrogate pair, which JavaScript writes as an escape and strict servers refuse (Anthropic,
 * Cerebras); no other character is written as such an escape. A cut text may end with one.
 */
export function wireJson(value: object | Json): string {
  const json = JSON.stringify(value);
  return json.includes(String.raw`\ud`) ? json.replaceAll(halfPair, String.raw`$1\ufffd`) : json;
}

/** After an even number of backslashes; after an odd one, the backslash itself is text. */
const halfPair = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;

/** A JSON object of `fields` and a list whose items are JSON already. */
export function withJsonList(fields: object, name: string, items: readonly string[]): string {
  const members = Object.entries(fields as Record<string, Json>).map(
    ([key, value]) => `${JSON.stringify(key)}:${wireJson(value)}`,
  );
  return `{${[...members, `${JSON.stringify(name)}:[${items.join(',')}]`].join(',')}}`;
}
