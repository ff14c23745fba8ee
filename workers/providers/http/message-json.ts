/** Messages as the JSON of a wire, each turned into it once: a request adds what is new and copies the rest. */
import type { BlobId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';

export type Images = ReadonlyMap<BlobId, string>;

/** Contract: pure, and `images` is all it reads besides the message. Returns the wire's messages for one of ours. */
type Convert = (message: Message, images: Images) => readonly object[];

/** Messages never change, so the JSON of one is kept as long as the message itself; with pictures and without. */
export function messageJson(
  convert: Convert,
): (messages: readonly Message[], images: Images, takesImages: boolean) => string {
  const kept = { withImages: new WeakMap<Message, string>(), asWords: new WeakMap<Message, string>() };

  return (messages, images, takesImages) => {
    const known = takesImages ? kept.withImages : kept.asWords;
    const parts = messages.map((message) => {
      const before = known.get(message);
      if (before !== undefined) return before;
      const json = convert(message, takesImages ? images : new Map())
        .map((each) => JSON.stringify(each))
        .join(',');
      known.set(message, json);
      return json;
    });
    return `[${parts.filter((part) => part !== '').join(',')}]`;
  };
}

/** A JSON object with one more field, whose value is JSON already. */
export function withJsonField(fields: object, name: string, json: string): string {
  const text = JSON.stringify(fields);
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${json}}`;
}
