/** Converts a message to contents of generateContent: the model's parts, then all results in one content. */
import type { Content, FunctionResponse, Part as SdkPart } from '@google/genai';
import { assertNever } from '#shared/assert-never.ts';
import { attachedWords, describeMedia, pdfType, pictureWords } from '#shared/conversation/content.ts';
import type { JsonObject } from '#shared/json.ts';
import type { CallPart, Echo, Message, Part } from '#shared/conversation/message.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { answeredCalls, imageOf, pdfOf, resultImages, resultJson, validToolName } from '../call-results.ts';
import type { Media } from '../http/message-json.ts';

/**
 * Replaces the signature of a call that another model made; newer models reject a step whose first call has none.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const foreignSignature = 'skip_thought_signature_validator';

type InlineData = { inlineData: { mimeType: string; data: string } };
/** A part as in the JSON of a request; the SDK's type has classes for function responses. */
type RequestPart = Omit<SdkPart, 'functionResponse'> & {
  functionResponse?: Pick<FunctionResponse, 'id' | 'name' | 'response'> & { parts?: InlineData[] };
};
type RequestContent = Pick<Content, 'role'> & { parts: RequestPart[] };

export function toGeminiContents(message: Message, media: Media, isNewer: boolean): RequestContent[] {
  if (message.role === 'user') return [{ role: 'user', parts: userParts(message, media) }];
  const said = message.parts.flatMap(toParts);
  if (isNewer) signFirstCall(said);
  const answered = answeredCalls(message);
  const results = answered.map(({ call, result }) => toResponse(call, result, isNewer ? media : new Map()));
  // Older models take images only beside the results.
  const beside = isNewer
    ? []
    : answered.flatMap(({ result }) => resultImages(result, media).map(toInlineData));
  return [
    ...(said.length > 0 ? [{ role: 'model', parts: said }] : []),
    ...(results.length > 0 ? [{ role: 'user', parts: [...results, ...beside] }] : []),
  ];
}

function userParts({ parts }: Message, media: Media): RequestPart[] {
  const requestParts = parts.flatMap((part): RequestPart[] => {
    if (part.type === 'text') return textParts(part.text);
    if (part.type !== 'image' && part.type !== 'file') return [];
    const pdf = pdfOf(part, media);
    if (pdf !== undefined)
      return [toInlineData({ mediaType: pdfType, data: pdf }), { text: describeMedia(part) }];
    const image = imageOf(part, media);
    if (!image) return [{ text: attachedWords(part) }];
    return [toInlineData(image), ...pictureWords(part).map((text) => ({ text }))];
  });
  return requestParts.length > 0 ? requestParts : [{ text: '(no text)' }];
}

function toParts(part: Part): RequestPart[] {
  switch (part.type) {
    case 'text':
      return signed(part.echo) ? signedParts(part.text, signed(part.echo)) : textParts(part.text);
    case 'reasoning':
      // Reasoning without a signature is only shown, not sent.
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

function textParts(text: string): RequestPart[] {
  return text.trim() === '' ? [] : [{ text }];
}

/** The echo of a part if this format gave it, else an empty object. */
function ownEcho(echo: Echo | undefined): JsonObject {
  return echo?.wire === 'gemini' ? echo.data : {};
}

function signed(echo: Echo | undefined): JsonObject | undefined {
  const data = ownEcho(echo);
  return typeof data.thoughtSignature === 'string' && data.thoughtSignature ? data : undefined;
}

/** The signature covers the text from `at` on and goes back with exactly that, even if it is empty. */
function signedParts(text: string, { at, thoughtSignature }: JsonObject = {}): RequestPart[] {
  const start = typeof at === 'number' ? Math.min(at, text.length) : 0;
  return [
    ...textParts(text.slice(0, start)),
    {
      text: text.slice(start),
      ...(typeof thoughtSignature === 'string' ? { thoughtSignature } : {}),
    },
  ];
}

function toCall({ name, arguments: args, echo }: CallPart): RequestPart {
  const { thoughtSignature } = ownEcho(echo);
  return {
    functionCall: { ...serviceId(echo), name: validToolName(name), args },
    ...(typeof thoughtSignature === 'string' && thoughtSignature ? { thoughtSignature } : {}),
  };
}

/** The service pairs results with calls by its own ids if it gave any, else by order; generated ids are not sent. */
function serviceId(echo: Echo | undefined): { id?: string } {
  const { id } = ownEcho(echo);
  return typeof id === 'string' && id ? { id } : {};
}

/** Only the first call of a step carries a signature. */
function signFirstCall(parts: RequestPart[]): void {
  const first = parts.find((part) => part.functionCall);
  if (first) first.thoughtSignature ??= foreignSignature;
}

function toResponse({ name, echo }: CallPart, result: ToolResult, media: Media): RequestPart {
  const parts = resultImages(result, media).map(toInlineData);
  return {
    functionResponse: {
      ...serviceId(echo),
      name: validToolName(name),
      response: resultJson(result),
      ...(parts.length > 0 ? { parts } : {}),
    },
  };
}

function toInlineData({ mediaType, data }: { mediaType: string; data: string }): InlineData {
  return { inlineData: { mimeType: mediaType, data } };
}
