/** A block of a result in a form that the library accepts; a note stands for a block that cannot be read. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { textIn, withoutNull } from './repair-fields.ts';

export function repairContent(given: Json): JsonObject {
  if (!isJsonObject(given)) return textBlock(textIn(given));
  const { type, text, data, mimeType, resource, uri, name, description } = withoutNull(given);
  switch (type) {
    case 'text':
      return textBlock(textIn(text));
    case 'image':
    case 'audio':
      if (typeof data !== 'string') return note(type, 'without data');
      return { type, data, mimeType: textIn(mimeType) || 'application/octet-stream' };
    case 'resource':
      if (!isJsonObject(resource)) return note(type, 'without content');
      return { type, resource: repairResource(resource) };
    case 'resource_link':
      if (typeof uri !== 'string') return note(type, 'without an address');
      return {
        ...{ type, uri, name: textIn(name) || uri },
        ...(description === undefined ? {} : { description: textIn(description) }),
      };
    default:
      return typeof text === 'string' ? textBlock(text) : note(textIn(type), 'of an unknown type');
  }
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

function note(type: string, why: string): JsonObject {
  return textBlock(`[The server sent a block '${type.slice(0, 100)}' ${why}. It was left out.]`);
}

export function repairResource(given: JsonObject): JsonObject {
  const { uri, mimeType, text, blob } = withoutNull(given);
  return {
    uri: textIn(uri),
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
    ...(typeof blob === 'string' && text === undefined ? { blob } : { text: textIn(text) }),
  };
}
