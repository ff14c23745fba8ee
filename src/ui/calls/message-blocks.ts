/** Groups the parts of a message into blocks: consecutive calls share one card with their results. */
import type { MediaBlock } from '#shared/conversation/content.ts';
import type { CallId } from '#shared/ids.ts';
import type {
  CallPart,
  ErrorPart,
  Message,
  NotePart,
  ReasoningPart,
  ResultPart,
  TextPart,
} from '#shared/conversation/message.ts';
import { assertNever } from '#shared/assert-never.ts';

export type CallWithResult = { call: CallPart; result: ResultPart | undefined };
type CallsBlock = { type: 'calls'; calls: CallWithResult[] };
export type Block = TextPart | ReasoningPart | ErrorPart | NotePart | MediaBlock | CallsBlock;

export function messageBlocks(message: Message): Block[] {
  const results = new Map<CallId, ResultPart>();
  for (const part of message.parts) if (part.type === 'result') results.set(part.call, part);
  const blocks: Block[] = [];
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
        if (part.text.trim() !== '') blocks.push(part);
        break;
      case 'reasoning':
        // Encrypted reasoning has no text to show.
        if (part.text !== '') blocks.push(part);
        break;
      case 'error':
      case 'note':
      case 'image':
      case 'file':
        blocks.push(part);
        break;
      case 'call':
        addCall(blocks, { call: part, result: results.get(part.id) });
        break;
      case 'result':
        break;
      default:
        assertNever(part);
    }
  }
  return blocks;
}

function addCall(blocks: Block[], call: CallWithResult): void {
  const last = blocks.at(-1);
  if (last?.type === 'calls') last.calls.push(call);
  else blocks.push({ type: 'calls', calls: [call] });
}
