/** Cuts the text of attached files that would fill too much of the context window. */
import type { Message, Part } from '#shared/conversation/message.ts';
import { sliceGraphemes } from '#shared/shorten.ts';
import { estimateText } from './estimate-tokens.ts';

/**
 * The share of the window that the attached texts of one message may fill, as for attached PDF files. Tools read the
 * rest in the workspace, and their results need room, too.
 */
const attachedShare = 1 / 4;
/** Characters of each file. Halved until the texts fit; less than the least says nothing. */
const mostCharacters = 64_000;
const leastCharacters = 500;

type Cut = { budget: number; message: Message };

/** One copy per message, so that its token estimate and JSON stay cached. */
const known = new WeakMap<Message, Cut>();

/** `window` is in tokens. A message with little attached text is returned as it is. */
export function fitAttachments(messages: readonly Message[], window: number): readonly Message[] {
  return messages.map((message) => fitMessage(message, window * attachedShare));
}

function fitMessage(message: Message, budget: number): Message {
  if (!message.parts.some(isText)) return message;
  const before = known.get(message);
  if (before?.budget === budget) return before.message;
  const fitted = { ...message, parts: fitParts(message.parts, budget) };
  const isWhole = fitted.parts.every((part, at) => part === message.parts[at]);
  const cut = { budget, message: isWhole ? message : fitted };
  known.set(message, cut);
  return cut.message;
}

function fitParts(parts: readonly Part[], budget: number): Part[] {
  let fitted = [...parts];
  for (
    let characters = mostCharacters;
    tokensOf(fitted) > budget && characters >= leastCharacters;
    characters /= 2
  )
    fitted = parts.map((part) => cutPart(part, characters));
  return fitted;
}

function isText(part: Part): boolean {
  return part.type === 'file' && part.text !== undefined;
}

function tokensOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (part.type === 'file' ? estimateText(part.text ?? '') : 0), 0);
}

function cutPart(part: Part, characters: number): Part {
  if (part.type !== 'file' || part.text === undefined || part.text.length <= characters) return part;
  const { text, path } = part;
  const half = Math.floor(characters / 2);
  const place = path === undefined ? '' : `; all of it is in ${path}, for read_file, grep or code`;
  const cut = `${sliceGraphemes(text, 0, half)}\n[… cut to fit${place} …]\n${sliceGraphemes(text, text.length - half)}`;
  return { ...part, text: cut };
}
