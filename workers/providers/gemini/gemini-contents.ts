/** Turns a message of ours into contents of generateContent: what the model said, then all results in one content. */
import type { Content, FunctionResponse, Part as SdkPart } from '@google/genai';
import { assertNever } from '#shared/assert-never.ts';
import { attachedWords, describeMedia } from '#shared/conversation/content.ts';
import type { JsonObject } from '#shared/json.ts';
import type { CallPart, Echo, Message, Part } from '#shared/conversation/message.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import {
  answeredCalls,
  pictureOf,
  resultPictures,
  resultWords,
  wireName,
  type Picture,
} from '../call-results.ts';
import type { Images } from '../http/message-json.ts';

/**
 * Stands for the signature of a call that another model made; newer models refuse a step whose first call has none.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const foreignSignature = 'skip_thought_signature_validator';

type InlineData = { inlineData: { mimeType: string; data: string } };
/** The SDK's classes are not the wire: results are plain objects here. */
type WirePart = Omit<SdkPart, 'functionResponse'> & {
  functionResponse?: Pick<FunctionResponse, 'id' | 'name' | 'response'> & { parts?: InlineData[] };
};
type WireContent = Pick<Content, 'role'> & { parts: WirePart[] };

export function toGeminiContents(message: Message, images: Images, isNewer: boolean): WireContent[] {
  if (message.role === 'user') return [{ role: 'user', parts: userParts(message, images) }];
  const said = message.parts.flatMap(toParts);
  if (isNewer) signFirstCall(said);
  const answered = answeredCalls(message);
  const results = answered.map(({ call, result }) => toResponse(call, result, isNewer ? images : new Map()));
  // Older models take pictures only beside the results.
  const beside = isNewer
    ? []
    : answered.flatMap(({ result }) => resultPictures(result, images).map(toPicture));
  return [
    ...(said.length > 0 ? [{ role: 'model', parts: said }] : []),
    ...(results.length > 0 ? [{ role: 'user', parts: [...results, ...beside] }] : []),
  ];
}

function userParts({ parts }: Message, images: Images): WirePart[] {
  const wireParts = parts.flatMap((part): WirePart[] => {
    if (part.type === 'text') return textParts(part.text);
    if (part.type !== 'image' && part.type !== 'file') return [];
    const picture = pictureOf(part, images);
    return [picture ? toPicture(picture) : { text: attachedWords(part) }];
  });
  return wireParts.length > 0 ? wireParts : [{ text: '(no text)' }];
}

function toParts(part: Part): WirePart[] {
  switch (part.type) {
    case 'text':
      return signed(part.echo) ? signedParts(part.text, signed(part.echo)) : textParts(part.text);
    case 'reasoning':
      // A thought without a signature is for the user's eyes only.
      return signed(part.echo)
        ? signedParts(part.text, signed(part.echo)).map((each) => ({ ...each, thought: true }))
        : [];
    case 'call':
      return [toCall(part)];
    case 'image':
    case 'file':
      return [{ text: describeMedia(part) }];
    case 'result':
    case 'error':
    case 'note':
      return [];
    default:
      return assertNever(part);
  }
}

function textParts(text: string): WirePart[] {
  return text === '' ? [] : [{ text }];
}

/** What this wire gave with a part; nothing of any other wire. */
function own(echo: Echo | undefined): JsonObject {
  return echo?.wire === 'gemini' ? echo.data : {};
}

function signed(echo: Echo | undefined): JsonObject | undefined {
  const data = own(echo);
  return typeof data.thoughtSignature === 'string' && data.thoughtSignature ? data : undefined;
}

/** The signature came with the text from `at` on and goes back with just that, even where it is empty. */
function signedParts(text: string, { at, thoughtSignature }: JsonObject = {}): WirePart[] {
  const start = typeof at === 'number' ? Math.min(at, text.length) : 0;
  return [
    ...textParts(text.slice(0, start)),
    {
      text: text.slice(start),
      ...(typeof thoughtSignature === 'string' ? { thoughtSignature } : {}),
    },
  ];
}

function toCall({ name, arguments: args, echo }: CallPart): WirePart {
  const { thoughtSignature } = own(echo);
  return {
    functionCall: { ...wireId(echo), name: wireName(name), args },
    ...(typeof thoughtSignature === 'string' && thoughtSignature ? { thoughtSignature } : {}),
  };
}

/** The service pairs by its own ids where it gave any, else by order; ids of ours mean nothing to it. */
function wireId(echo: Echo | undefined): { id?: string } {
  const { id } = own(echo);
  return typeof id === 'string' && id ? { id } : {};
}

/** Only the first call of a step carries a signature. */
function signFirstCall(parts: WirePart[]): void {
  const first = parts.find((part) => part.functionCall);
  if (first) first.thoughtSignature ??= foreignSignature;
}

function toResponse({ name, echo }: CallPart, result: ToolResult, images: Images): WirePart {
  const parts = resultPictures(result, images).map(toPicture);
  return {
    functionResponse: {
      ...wireId(echo),
      name: wireName(name),
      response: resultWords(result),
      ...(parts.length > 0 ? { parts } : {}),
    },
  };
}

function toPicture({ mediaType, data }: Picture): InlineData {
  return { inlineData: { mimeType: mediaType, data } };
}
