/** Converts a message to those of Chat Completions: results follow the calls, images go where the format allows them. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { attachedWords, pictureWords } from '#shared/conversation/content.ts';
import type { Json } from '#shared/json.ts';
import { textOf, type CallPart, type Message } from '#shared/conversation/message.ts';
import type { ChatQuirks } from '#shared/models/quirks.ts';
import { answersOf, dataUrl, validToolName, type CallAnswer } from '../call-results.ts';
import { fitCallId, mistralCallId } from '../fit-call-id.ts';
import { wireJson, type Media } from '../http/message-json.ts';
import { reasoningOf, thoughtsToReturn } from './openai-chat-thoughts.ts';

export function toChatMessages(
  message: Message,
  media: Media,
  quirks: ChatQuirks,
): ChatCompletionMessageParam[] {
  if (message.role === 'user') return [{ role: 'user', content: userContent(message, media, quirks) }];
  const answers = answersOf(message, media);
  const text = textOf(message);
  const thought = {
    ...(quirks.returnsThoughts ? { reasoning_content: reasoningOf(message) } : {}),
    ...(quirks.refusesThoughts ? {} : thoughtsToReturn(message)),
  };
  if (answers.length === 0) return text ? [{ role: 'assistant', content: text, ...thought }] : [];
  const idOf = ({ id }: CallPart) => (quirks.shortCallIds ? fitCallId(id, mistralCallId) : fitCallId(id));
  const assistant: ChatCompletionAssistantMessageParam = {
    role: 'assistant',
    content: text || null,
    ...thought,
    tool_calls: answers.map(({ call }) => toChatCall(call, idOf(call))),
  };
  const results = answers.map(({ call, text: content }) => ({
    role: 'tool' as const,
    tool_call_id: idOf(call),
    content,
  }));
  return [assistant, ...results, ...imageMessages(answers)];
}

function toChatCall(call: CallPart, id: string): ChatCompletionMessageFunctionToolCall {
  return {
    id,
    type: 'function',
    function: { name: validToolName(call.name), arguments: wireJson(call.arguments) },
    ...extraOf(call),
  };
}

function extraOf({ echo }: CallPart): { extra_content?: Json } {
  const extra = echo?.wire === 'openai-chat' ? echo.data.extra_content : undefined;
  return extra === undefined ? {} : { extra_content: extra };
}

function userContent(
  message: Message,
  media: Media,
  { cacheMarks }: ChatQuirks,
): string | ChatCompletionContentPart[] {
  const hasMedia = message.parts.some(({ type }) => type === 'image' || type === 'file');
  // A part can take a cache mark, and the message keeps its form when the mark has moved on.
  if (!hasMedia && cacheMarks === undefined) return textOf(message);
  return message.parts.flatMap((part): ChatCompletionContentPart[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type !== 'image' && part.type !== 'file') return [];
    const url = dataUrl(part, media);
    if (url === undefined) return [{ type: 'text', text: attachedWords(part) }];
    return [toImagePart(url), ...pictureWords(part).map((text) => ({ type: 'text' as const, text }))];
  });
}

/** Results are text in this format, so their images follow in a user message that names the tool. */
function imageMessages(answers: readonly CallAnswer[]): ChatCompletionMessageParam[] {
  const content = answers.flatMap(({ call, imageUrls }): ChatCompletionContentPart[] =>
    imageUrls.length === 0
      ? []
      : [{ type: 'text', text: `The images that ${call.name} returned:` }, ...imageUrls.map(toImagePart)],
  );
  if (content.length === 0) return [];
  // Strict templates accept only an assistant message after a result.
  return [
    { role: 'assistant', content: 'I look at the images.' },
    { role: 'user', content },
  ];
}

function toImagePart(url: string): ChatCompletionContentPart {
  return { type: 'image_url', image_url: { url } };
}
