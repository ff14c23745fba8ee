/** What the user leaves out of requests because a server refused it. Nothing of it is deleted. */
import { imageTypes, pdfType, type MediaBlock } from './content.ts';
import type { BlobId, MessageId } from '../ids.ts';
import type { ModelError, ModelErrorType } from '../models/provider.ts';
import { resultMedia } from '../tools/tool.ts';
import { mediaOf, type Message } from './message.ts';

/** `messages`: the user's words and attachments, or the results of an answer's calls. */
export type LeftOut = { media: readonly BlobId[]; messages: readonly MessageId[] };

export const nothingLeftOut: LeftOut = { media: [], messages: [] };

/** What probably made a server refuse a request. `earlier`: a message before the newest of the user. */
export type Suspects = LeftOut & { kind: 'image' | 'file' | 'result' | 'message' | 'earlier' };

/** Errors that any part of a request may cause. Media that the model has not answered yet are suspected first. */
const unclear: readonly ModelErrorType[] = ['bad_request', 'server_error', 'malformed', 'context_too_long'];

/**
 * What to leave out after this error: what is new since the last answer, because the server took the rest before. If
 * nothing is new (the model was changed, or a limit of all pictures is reached), all pictures or files of the chat.
 */
export function findSuspects(
  messages: readonly Message[],
  error: Pick<ModelError, 'type' | 'model'>,
  leftOut: LeftOut = nothingLeftOut,
): Suspects | undefined {
  const fresh = sinceAnswer(messages, error.model);
  const isOpen = ({ blob }: MediaBlock) => !leftOut.media.includes(blob);
  const images = (from: readonly MediaBlock[]) => toSuspects('image', from.filter(isPicture).filter(isOpen));
  const files = (from: readonly MediaBlock[]) => toSuspects('file', from.filter(isPdf).filter(isOpen));
  const all = messages.flatMap((message) => [...mediaOf(message), ...mediaOfResults(message)]);
  switch (error.type) {
    case 'image_refused':
      return images(fresh.media) ?? files(fresh.media) ?? images(all);
    case 'file_refused':
      return files(fresh.media) ?? images(fresh.media) ?? files(all);
    case 'message_refused':
    case 'refused':
      return messageSuspect(messages, fresh, leftOut);
    default:
      if (!unclear.includes(error.type)) return undefined;
      return (
        images(fresh.media) ??
        files(fresh.media) ??
        (error.type === 'context_too_long' ? messageSuspect(messages, fresh, leftOut) : undefined)
      );
  }
}

type Fresh = { media: MediaBlock[]; messages: Message[] };

/** What the model has not answered yet: the results of its last answer, and the messages after it. */
function sinceAnswer(messages: readonly Message[], model: string | undefined): Fresh {
  const at = messages.findLastIndex((message) => isAnswer(message, model));
  const last = messages[at];
  const results = last ? mediaOfResults(last) : [];
  const after = messages.slice(at + 1);
  const hasResults = last?.parts.some(({ type }) => type === 'result') ?? false;
  return {
    media: [...results, ...after.flatMap((each) => [...mediaOf(each), ...mediaOfResults(each)])],
    messages: [...(last && hasResults ? [last] : []), ...after.filter(({ role }) => role === 'user')],
  };
}

/** An answer proves that the server took the request, unless it is a refusal. */
function isAnswer({ role, parts, author }: Message, model: string | undefined): boolean {
  const isOther = model !== undefined && author !== undefined && author.model !== model;
  const isRefusal = parts.some((part) => part.type === 'error' && part.error.type === 'refused');
  const hasContent = parts.some((part) => part.type === 'call' || (part.type === 'text' && part.text !== ''));
  return role === 'assistant' && hasContent && !isRefusal && !isOther;
}

/** The first one since the last answer: with it the refusals began. */
function messageSuspect(messages: readonly Message[], fresh: Fresh, leftOut: LeftOut): Suspects | undefined {
  const first = fresh.messages.find(({ id }) => !leftOut.messages.includes(id));
  if (!first) return undefined;
  const isNewest = messages.findLast(({ role }) => role === 'user')?.id === first.id;
  const ofUser = isNewest ? ('message' as const) : ('earlier' as const);
  return { kind: first.role === 'user' ? ofUser : 'result', media: [], messages: [first.id] };
}

function toSuspects(kind: Suspects['kind'], media: readonly MediaBlock[]): Suspects | undefined {
  if (media.length === 0) return undefined;
  return { kind, media: [...new Set(media.map(({ blob }) => blob))], messages: [] };
}

function mediaOfResults({ parts }: Message): MediaBlock[] {
  return parts.flatMap((part) => (part.type === 'result' ? resultMedia(part.result) : []));
}

function isPicture({ type, media_type }: MediaBlock): boolean {
  return type === 'image' && imageTypes.includes(media_type);
}

function isPdf({ type, media_type }: MediaBlock): boolean {
  return type === 'file' && media_type === pdfType;
}
