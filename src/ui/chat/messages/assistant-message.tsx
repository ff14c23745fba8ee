/** One step of an answer: thoughts, text, calls and errors in the order they came. */
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { assertNever } from '#shared/assert-never.ts';
import type { CallId, RunId, SessionId } from '#shared/ids.ts';
import type { MediaBlock } from '#shared/conversation/content.ts';
import type {
  CallWithResult,
  ErrorPart,
  Message,
  NotePart,
  ReasoningPart,
  ResultPart,
  TextPart,
} from '#shared/conversation/message.ts';
import { language } from '#src/state/text/text.ts';
import { Markdown } from '#src/ui/markdown/markdown.tsx';
import { createRenderBudget, MessageBudgetContext } from '#src/ui/markdown/renderer/render-budget.ts';
import { CallsCard } from '#src/ui/calls/calls-card.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { LeftOutMark } from '#src/ui/calls/left-out-mark.tsx';
import { Media } from '#src/ui/calls/media.tsx';
import { Reasoning, StepNote } from './notes.tsx';
import styles from './assistant-message.module.css';

type AssistantMessageProps = { message: Message; isLive: boolean; isLast: boolean };

export function AssistantMessage({ message, isLive, isLast }: AssistantMessageProps) {
  const code = language.value;
  const [budget] = useState(createRenderBudget);
  // Memoized by message: a delta in the last one does not re-render the others.
  return useMemo(() => {
    const blocks = blocksOf(message);
    if (blocks.length === 0) return null;
    return (
      <MessageBudgetContext.Provider value={budget}>
        <div class={styles.assistantMessage} data-message={message.id}>
          {blocks.map((block, at) => (
            <BlockView
              key={at}
              {...{ block, isLast, session: message.session, run: message.run }}
              isLive={isLive && at === blocks.length - 1}
            />
          ))}
          <LeftOutMark of="messages" id={message.id} />
        </div>
      </MessageBudgetContext.Provider>
    );
  }, [message, isLive, isLast, code]);
}

type CallsBlock = { type: 'calls'; calls: CallWithResult[] };
type Block = TextPart | ReasoningPart | ErrorPart | NotePart | MediaBlock | CallsBlock;

/** Consecutive calls share one card with their results. */
function blocksOf({ parts }: Message): Block[] {
  const results = new Map<CallId, ResultPart>();
  for (const part of parts) if (part.type === 'result') results.set(part.call, part);
  const blocks: Block[] = [];
  for (const part of parts) {
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

type BlockViewProps = { block: Block; session: SessionId; run: RunId; isLive: boolean; isLast: boolean };

function BlockView({ block, session, run, isLive, isLast }: BlockViewProps): VNode {
  switch (block.type) {
    case 'text':
      return <Markdown text={block.text} isLive={isLive} folder="" />;
    case 'reasoning':
      return <Reasoning text={block.text} isLive={isLive} />;
    case 'calls':
      return <CallsCard calls={block.calls} session={session} run={run} />;
    case 'error':
      return <ErrorNotice error={block.error} isLast={isLast} />;
    case 'note':
      return <StepNote note={block.note} />;
    case 'image':
    case 'file':
      return <Media block={block} />;
    default:
      return assertNever(block);
  }
}
