/** Entry of a tool host: executes one tool call at a time, and can be terminated at any moment. */
import { limits } from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';
import { locks } from './tool-host/powers.ts';
import type { ToolOutcome, MessageFromToolHost, MessageToToolHost } from './contracts/tool-host-protocol.ts';
import { loadTool } from './tool-host/load-tool.ts';
import { runCall, type ToolHostMeans } from './tool-host/run-call.ts';
import type { WriteLock } from './storage/workspace/workspace-locks.ts';
import { ToolError } from './contracts/tool-error.ts';

const lock: WriteLock = async (name, mode, work) => locks.request(name, { mode }, work);

let means: ToolHostMeans | undefined;
let abort = new AbortController();

onmessage = ({ data }: MessageEvent<MessageToToolHost>) => {
  if (data.type === 'setup') means = { lock, results: data.results };
  else if (data.type === 'abort') abort.abort(new ToolError(data.reason.errorType, data.reason.message));
  else if (data.type === 'validate') void check(data);
  else void take(data);
};

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
  try {
    const outcome = await execute(message);
    tell({ type: 'done', execution, outcome }, mediaOf(outcome));
  } catch (error) {
    // The tool's code could not be loaded; `runCall` handles the tool's own errors.
    const reason = messageOf(error);
    tell({
      type: 'done',
      execution,
      outcome: failure(`The tool could not be loaded (${reason}). Reload the page and try again.`),
    });
  }
}

async function execute({ call, ports }: MessageToToolHost & { type: 'call' }): Promise<ToolOutcome> {
  abort = new AbortController();
  const control = {
    signal: abort.signal,
    progress: (text: string) =>
      tell({ type: 'progress', execution: call.execution, text: shorten(text, limits.progressCharacters) }),
  };
  const tool = await loadTool(call.tool);
  return tool && means
    ? runCall(tool, { call, ports }, means, control)
    : failure(`The tool host does not have '${call.tool}'.`);
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
