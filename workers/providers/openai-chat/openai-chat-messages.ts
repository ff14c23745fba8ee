/** A message of ours as messages of Chat Completions: results beside the calls, pictures where the wire has a place. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/chat
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { attachedWords } from '#shared/conversation/content.ts';
import type { Json } from '#shared/json.ts';
import { textOf, type CallPart, type Message } from '#shared/conversation/message.ts';
import type { ChatQuirks } from '#shared/models/quirks.ts';
import { answersOf, dataUrl, type CallAnswer } from './call-answers.ts';
import { wireName } from '../call-results.ts';
import { fitCallId, nineCharacters } from './fit-call-id.ts';
import type { Images } from '../http/message-json.ts';
import { thoughtsToReturn } from './openai-chat-thoughts.ts';

export function toWireMessages(
  message: Message,
  images: Images,
  quirks: ChatQuirks,
): ChatCompletionMessageParam[] {
  if (message.role === 'user') return [{ role: 'user', content: userContent(message, images) }];
  const answers = answersOf(message, images);
  const text = textOf(message);
  const thought = {
    ...(quirks.returnsThoughts ? { reasoning_content: thoughtOf(message) } : {}),
    ...thoughtsToReturn(message),
  };
  if (answers.length === 0) return text ? [{ role: 'assistant', content: text, ...thought }] : [];
  const idOf = ({ id }: CallPart) => (quirks.shortCallIds ? fitCallId(id, nineCharacters) : fitCallId(id));
  const assistant: ChatCompletionAssistantMessageParam = {
    role: 'assistant',
    content: text || null,
    ...thought,
    tool_calls: answers.map(({ call }) => toWireCall(call, idOf(call))),
  };
  const results = answers.map(({ call, text: content }) => ({
    role: 'tool' as const,
    tool_call_id: idOf(call),
    content,
  }));
  return [assistant, ...results, ...pictureMessages(answers, quirks)];
}

function toWireCall(call: CallPart, id: string): ChatCompletionMessageFunctionToolCall {
  return {
    id,
    type: 'function',
    function: { name: wireName(call.name), arguments: JSON.stringify(call.arguments) },
    ...extraOf(call),
  };
}

function extraOf({ echo }: CallPart): { extra_content?: Json } {
  const extra = echo?.wire === 'openai-chat' ? echo.data.extra_content : undefined;
  return extra === undefined ? {} : { extra_content: extra };
}

/** Also where there is none: a server that wants thoughts back wants the field. */
function thoughtOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
}

function userContent(message: Message, images: Images): string | ChatCompletionContentPart[] {
  const hasMedia = message.parts.some(({ type }) => type === 'image' || type === 'file');
  if (!hasMedia) return textOf(message);
  return message.parts.flatMap((part): ChatCompletionContentPart[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type !== 'image' && part.type !== 'file') return [];
    const url = dataUrl(part, images);
    return [url === undefined ? { type: 'text', text: attachedWords(part) } : picture(url)];
  });
}

/** A result is text on this wire, so its pictures follow in a message that says where they come from. */
function pictureMessages(answers: readonly CallAnswer[], quirks: ChatQuirks): ChatCompletionMessageParam[] {
  const content = answers.flatMap(({ call, pictures }): ChatCompletionContentPart[] =>
    pictures.length === 0
      ? []
      : [{ type: 'text', text: `The images that ${call.name} returned:` }, ...pictures.map(picture)],
  );
  if (content.length === 0) return [];
  const bridge = quirks.answersTools
    ? [{ role: 'assistant' as const, content: 'I look at the images.' }]
    : [];
  return [...bridge, { role: 'user', content }];
}

function picture(url: string): ChatCompletionContentPart {
  return { type: 'image_url', image_url: { url } };
}
