/** Entry of a tool host: executes one tool call at a time, and can be terminated at any moment. */
// First, before any tool's code is evaluated.
import './tool-host/powers.ts';
import { limits } from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';
import type { ToolOutcome, MessageFromToolHost, MessageToToolHost } from './contracts/tool-host-protocol.ts';
import { loadTool } from './tool-host/load-tool.ts';
import { runCall } from './tool-host/run-call.ts';
import { ToolError } from './contracts/tool-error.ts';

let abort = new AbortController();

onmessage = ({ data }: MessageEvent<MessageToToolHost | null>) => {
  // Chromium's form of a message that is nested too deep.
  if (data === null) tell({ type: 'unreadable' });
  else if (data.type === 'abort') abort.abort(new ToolError(data.reason.errorType, data.reason.message));
  else if (data.type === 'validate') void check(data);
  else void take(data);
};

onmessageerror = () => tell({ type: 'unreadable' });

/** The deadline starts once the validator's code is loaded. */
async function check({ execution, schema, values }: MessageToToolHost & { type: 'validate' }): Promise<void> {
  try {
    const { checkValues } = await import('./tool-host/check-values.ts');
    tell({ type: 'taken', execution });
    tell({ type: 'checked', execution, verdict: checkValues(schema, values) });
  } catch (error) {
    const reason = messageOf(error);
    tell({ type: 'checked', execution, verdict: { type: 'unchecked', message: `${reason}.` } });
  }
}

async function take(message: MessageToToolHost & { type: 'call' }): Promise<void> {
  const { execution } = message.call;
  tell({ type: 'taken', execution });
  const outcome = await execute(message);
  try {
    tell({ type: 'done', execution, outcome }, mediaOf(outcome));
  } catch (error) {
    const reason = messageOf(error);
    tell({ type: 'done', execution, outcome: failure(`The result could not be passed on: ${reason}`) });
  }
}

async function execute({ call, ports }: MessageToToolHost & { type: 'call' }): Promise<ToolOutcome> {
  abort = new AbortController();
  const control = {
    signal: abort.signal,
    progress: (text: string) =>
      tell({ type: 'progress', execution: call.execution, text: shorten(text, limits.progressCharacters) }),
  };
  try {
    const tool = await loadTool(call.tool);
    if (!tool) return failure(`The tool host does not have '${call.tool}'.`);
    return await runCall(tool, call.arguments, ports, control);
  } catch (error) {
    // `runCall` handles the tool's own errors.
    return failure(`The tool could not be loaded (${messageOf(error)}). Reload the page and try again.`);
  }
}

/** Bytes are transferred: copying an image would block the engine. */
function mediaOf(outcome: ToolOutcome): Transferable[] {
  if (outcome.type === 'error' || typeof outcome.result === 'string') return [];
  return [...new Set(outcome.result.flatMap((block) => (block.type === 'text' ? [] : [block.data.buffer])))];
}

function failure(message: string): ToolOutcome {
  return { type: 'error', errorType: 'execution_error', message };
}

function tell(message: MessageFromToolHost, moved: Transferable[] = []): void {
  postMessage(message, moved);
}
