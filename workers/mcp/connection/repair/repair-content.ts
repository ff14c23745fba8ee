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
      return repairMedia(type, data, mimeType);
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

function repairMedia(type: string, given: Json | undefined, mimeType: Json | undefined): JsonObject {
  if (typeof given !== 'string') return note(type, 'without data');
  const read = readBase64(given);
  if (!read) return note(type, 'whose data is no Base64');
  return { type, data: read.data, mimeType: textIn(mimeType) || read.mimeType || 'application/octet-stream' };
}

/** Reads data URLs, the alphabet for URLs, line breaks and missing padding as well; undefined if it is no Base64. */
function readBase64(given: string): { data: string; mimeType?: string } | undefined {
  const [prefix = '', mimeType = ''] = /^data:([^;,]*)[^,]*,/i.exec(given.slice(0, 200)) ?? [];
  const bare = given
    .slice(prefix.length)
    .replace(/\s+|=+\s*$/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  if (/[^A-Za-z0-9+/]/.test(bare) || bare.length % 4 === 1) return undefined;
  return { data: bare.padEnd(Math.ceil(bare.length / 4) * 4, '='), ...(mimeType ? { mimeType } : {}) };
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

function note(type: string, why: string): JsonObject {
  return textBlock(`[The server sent a block '${type.slice(0, 100)}' ${why}. It was left out.]`);
}

export function repairResource(given: JsonObject): JsonObject {
  const { uri, mimeType, text, blob } = withoutNull(given);
  const isBlob = typeof blob === 'string' && text === undefined;
  const read = isBlob ? readBase64(blob) : undefined;
  const type = typeof mimeType === 'string' ? mimeType : read?.mimeType;
  const said = isBlob ? '[The data that the server sent is no Base64. It was left out.]' : textIn(text);
  return {
    uri: textIn(uri),
    ...(type === undefined ? {} : { mimeType: type }),
    ...(read ? { blob: read.data } : { text: said }),
  };
}
