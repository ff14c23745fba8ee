/** Messages as the JSON of a request, each converted once: a request adds what is new and copies the rest. */
import type { BlobId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';

export type Images = ReadonlyMap<BlobId, string>;

/** Contract: pure, reads nothing but its arguments. Returns the messages or items of the format for one message. */
type Convert = (message: Message, images: Images) => readonly object[];

/** The JSON of each converted message or item, in order. */
export type MessageJson = (
  messages: readonly Message[],
  images: Images,
  takesImages: boolean,
) => readonly string[];

/** Messages are immutable, so their JSON is cached as long as they live; with images and without. */
export function messageJson(convert: Convert): MessageJson {
  const caches = { withImages: new WeakMap<Message, string[]>(), asText: new WeakMap<Message, string[]>() };

  return (messages, images, takesImages) => {
    const cache = takesImages ? caches.withImages : caches.asText;
    return messages.flatMap((message) => {
      const cached = cache.get(message);
      if (cached) return cached;
      const converted = convert(message, takesImages ? images : new Map());
      const json = converted.map((each) => JSON.stringify(each));
      cache.set(message, json);
      return json;
    });
  };
}

/** A JSON object of `fields` and a list whose items are JSON already. */
export function withJsonList(fields: object, name: string, items: readonly string[]): string {
  const members = Object.entries(fields).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  );
  return `{${[...members, `${JSON.stringify(name)}:[${items.join(',')}]`].join(',')}}`;
}
