/** Converts a message to those of the Messages API: the model's blocks, then all results in one user message. */
import type {
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  MessageParam,
  RedactedThinkingBlockParam,
  TextBlockParam,
  ThinkingBlockParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import { assertNever } from '#shared/assert-never.ts';
import { attachedWords, describeMedia, pictureWords, type MediaBlock } from '#shared/conversation/content.ts';
import type { Message, Part, ReasoningPart } from '#shared/conversation/message.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import {
  answeredCalls,
  imageOf,
  pdfOf,
  resultImages,
  resultJson,
  validToolName,
  type Image,
} from '../call-results.ts';
import { searchIn } from './anthropic-search.ts';
import { wireJson, type Media } from '../http/message-json.ts';

/** `takesUnsigned`: the server wants its thinking back although it signs none. */
export function toAnthropicMessages(message: Message, media: Media, takesUnsigned = false): MessageParam[] {
  if (message.role === 'user') return [{ role: 'user', content: userBlocks(message, media) }];
  const said = withoutLastThoughts(message.parts.flatMap((part) => toBlocks(part, takesUnsigned)));
  const results = answeredCalls(message).map(({ call, result }) => toResult(call.id, result, media));
  return [
    ...(said.length > 0 ? [{ role: 'assistant' as const, content: said }] : []),
    ...(results.length > 0 ? [{ role: 'user' as const, content: results }] : []),
  ];
}

function userBlocks({ parts }: Message, media: Media): ContentBlockParam[] {
  const blocks = parts.flatMap((part): ContentBlockParam[] => {
    if (part.type === 'text') return textBlocks(part.text);
    if (part.type !== 'image' && part.type !== 'file') return [];
    const pdf = pdfOf(part, media);
    if (pdf !== undefined) return [toDocumentBlock(pdf, part), ...textBlocks(describeMedia(part))];
    const image = imageOf(part, media);
    if (!image) return textBlocks(attachedWords(part));
    return [toImageBlock(image), ...pictureWords(part).flatMap(textBlocks)];
  });
  return blocks.length > 0 ? blocks : textBlocks('(no text)');
}

function toBlocks(part: Part, takesUnsigned: boolean): ContentBlockParam[] {
  switch (part.type) {
    case 'text': {
      const search = searchIn(part);
      return [...textBlocks(part.text), ...(search ? [search] : [])];
    }
    case 'reasoning':
      return thoughtBlocks(part, takesUnsigned);
    case 'call':
      return [
        { type: 'tool_use', id: toolUseId(part.id), name: validToolName(part.name), input: part.arguments },
      ];
    case 'image':
    case 'file':
      // The API takes no media in assistant messages.
      return textBlocks(describeMedia(part));
    case 'result':
    case 'error':
    case 'note':
      return [];
    default:
      return assertNever(part);
  }
}

/** The API rejects empty text blocks. */
function textBlocks(text: string): TextBlockParam[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

export function isThought(part: Part, takesUnsigned: boolean): boolean {
  return part.type === 'reasoning' && thoughtBlocks(part, takesUnsigned).length > 0;
}

/** The API rejects thinking of other services, and thinking without its signature. */
function thoughtBlocks(
  { text, echo }: ReasoningPart,
  takesUnsigned: boolean,
): (ThinkingBlockParam | RedactedThinkingBlockParam)[] {
  if (echo?.wire !== 'anthropic') return [];
  const { signature, redacted } = echo.data;
  if (typeof redacted === 'string' && redacted) return [{ type: 'redacted_thinking', data: redacted }];
  const isTaken = typeof signature === 'string' && (signature !== '' || (takesUnsigned && text !== ''));
  return isTaken ? [{ type: 'thinking', thinking: text, signature }] : [];
}

/** A message that was cut off must not end with thinking. */
function withoutLastThoughts(blocks: ContentBlockParam[]): ContentBlockParam[] {
  const last = blocks.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  return blocks.slice(0, last + 1);
}

function toResult(call: string, result: ToolResult, media: Media): ToolResultBlockParam {
  const text = wireJson(resultJson(result));
  const imageBlocks = resultImages(result, media).map(toImageBlock);
  return {
    type: 'tool_result',
    tool_use_id: toolUseId(call),
    content: imageBlocks.length > 0 ? [{ type: 'text', text }, ...imageBlocks] : text,
    ...(result.status === 'error' ? { is_error: true } : {}),
  };
}

function toImageBlock({ mediaType, data }: Image): ImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

function toDocumentBlock(data: string, { name }: MediaBlock): DocumentBlockParam {
  return {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data },
    ...(name ? { title: name } : {}),
  };
}

/** Replaces characters in ids of other services that this one rejects; the same id gives the same result. */
function toolUseId(id: string): string {
  return id.replaceAll(/[^\w-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}_`);
}
