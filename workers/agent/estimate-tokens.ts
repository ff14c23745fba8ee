/** Estimates tokens closely enough to keep a request inside the context window; memoized per message and tool. */
import type { ContentBlock } from '#shared/conversation/content.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { steeredText, toldText } from './told.ts';

/** What services count for an image of common size. */
const imageTokens = 1_600;
/** Role, ids and punctuation of each part. */
const partTokens = 6;

const known = new WeakMap<object, number>();

export function estimateMessage(message: Message): number {
  return once(message, () => message.parts.reduce((sum, part) => sum + partTokens + estimatePart(part), 4));
}

export function estimateMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}

export function estimateTools(tools: readonly ToolDefinition[]): number {
  return tools.reduce(
    (sum, tool) =>
      sum +
      once(tool, () => estimateText(`${tool.name} ${tool.description} ${JSON.stringify(tool.parameters)}`)),
    0,
  );
}

/** About 3.6 characters per token in Latin scripts, and 0.9 tokens per character in CJK. */
export function estimateText(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x2e7f) wide++;
  return Math.ceil((text.length - wide) / 3.6 + wide * 0.9);
}

function estimatePart(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return estimateText(part.text) + (part.echo ? estimateText(JSON.stringify(part.echo.data)) : 0);
    case 'call':
      return estimateText(part.name + JSON.stringify(part.arguments));
    case 'result':
      return part.result.status === 'error'
        ? estimateText(part.result.message)
        : estimateContent(part.result.result);
    case 'image':
      return imageTokens;
    case 'file':
      return partTokens + estimateText(part.text ?? '');
    case 'note':
      if (part.note.type === 'steered') return estimateText(steeredText);
      return part.note.type === 'told' ? estimateText(toldText(part.note)) : 0;
    case 'error':
      return 0;
  }
}

function estimateContent(content: string | readonly ContentBlock[]): number {
  if (typeof content === 'string') return estimateText(content);
  return content.reduce(
    (sum, block) =>
      sum +
      (block.type === 'text' ? estimateText(block.text) : block.type === 'image' ? imageTokens : partTokens),
    0,
  );
}

/** Memoizes by object identity, because messages and tools are immutable. */
function once(key: object, count: () => number): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  const counted = count();
  known.set(key, counted);
  return counted;
}
