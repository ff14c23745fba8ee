/** Replaces what the user left out of a chat by a sentence for the model. The stored messages do not change. */
import type { ContentBlock, MediaBlock, TextBlock } from '#shared/conversation/content.ts';
import type { LeftOut } from '#shared/conversation/left-out.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import type { ToolResult } from '#shared/tools/tool.ts';

const refused = 'because the server refused it. The user still sees it.';

/**
 * Memoizes, so that the JSON of a changed message is cached like that of others. Leaving out or bringing back a message
 * ends the common prefix of two requests there: the provider's cache misses the rest once.
 */
export function createLeaveOut(
  leftOut: LeftOut | undefined,
): (messages: readonly Message[]) => readonly Message[] {
  if (!leftOut || leftOut.media.length + leftOut.messages.length === 0) return (messages) => messages;
  const known = new WeakMap<Message, Message>();
  const media = new Set<string>(leftOut.media);
  const whole = new Set<string>(leftOut.messages);
  return (messages) =>
    messages.map((message) => {
      const changed =
        known.get(message) ??
        (whole.has(message.id) ? withoutContent(message) : withoutMedia(message, media));
      known.set(message, changed);
      return changed;
    });
}

function withoutMedia(message: Message, media: ReadonlySet<string>): Message {
  const isLeft = (block: ContentBlock) => block.type !== 'text' && media.has(block.blob);
  const replaced = (block: ContentBlock) =>
    block.type !== 'text' && isLeft(block) ? wordsFor(block) : block;
  const parts = message.parts.map((part): Part => {
    if (part.type === 'image' || part.type === 'file') return isLeft(part) ? wordsFor(part) : part;
    if (part.type !== 'result' || part.result.status === 'error') return part;
    const { result } = part.result;
    if (typeof result === 'string' || !result.some(isLeft)) return part;
    return { ...part, result: { ...part.result, result: result.map(replaced) } };
  });
  return parts.every((part, at) => part === message.parts[at]) ? message : { ...message, parts };
}

/** The user's words and attachments, or the results of the calls; notes stay. */
function withoutContent(message: Message): Message {
  if (message.role === 'assistant')
    return {
      ...message,
      parts: message.parts.map((part) =>
        part.type === 'result' ? { ...part, result: withoutText(part.result) } : part,
      ),
    };
  const notes = message.parts.filter(({ type }) => type !== 'text' && type !== 'image' && type !== 'file');
  const text = `[A message of the user was left out here, ${refused}]`;
  return { ...message, parts: [{ type: 'text', text }, ...notes] };
}

function withoutText(result: ToolResult): ToolResult {
  const text = `[This result was left out, ${refused} Do not make the same call again.]`;
  return result.status === 'error' ? { ...result, message: text } : { ...result, result: text };
}

function wordsFor({ type, name, path }: MediaBlock): TextBlock {
  const what = [type === 'image' ? 'A picture' : 'A file', name].filter(Boolean).join(', ');
  const place = path === undefined ? '' : ` Its content is in the workspace: ${path}.`;
  return { type: 'text', text: `[${what}, was left out here, ${refused}${place}]` };
}
