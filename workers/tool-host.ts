/** Entry of a tool host: executes one tool call at a time, and can be terminated at any moment. */
import { messageOf } from '#shared/message-of.ts';
import { locks } from './tool-host/powers.ts';
import type { HostOutcome, MessageFromHost, MessageToHost } from './contracts/tool-host-protocol.ts';
import { loadTool } from './tool-host/load-tool.ts';
import { runCall, type HostMeans } from './tool-host/run-call.ts';
import type { WriteLock } from './storage/workspace/workspace-locks.ts';
import { ToolError } from './contracts/tool-error.ts';

const lock: WriteLock = async (name, mode, work) => locks.request(name, { mode }, work);
/** Longer lines would not fit a card. */
const progressCharacters = 200;

let means: HostMeans | undefined;
let abort = new AbortController();

onmessage = ({ data }: MessageEvent<MessageToHost>) => {
  if (data.type === 'setup') means = { lock, results: data.results };
  else if (data.type === 'abort') abort.abort(new ToolError(data.reason.errorType, data.reason.message));
  else if (data.type === 'validate') void check(data);
  else void take(data);
};

/** The deadline runs from the moment the checker's code is here. */
async function check({ execution, schema, values }: MessageToHost & { type: 'validate' }): Promise<void> {
  try {
    const { checkValues } = await import('./tool-host/check-values.ts');
    tell({ type: 'taken', execution });
    tell({ type: 'checked', execution, verdict: checkValues(schema, values) });
  } catch (error) {
    const reason = messageOf(error);
    tell({ type: 'checked', execution, verdict: { type: 'unchecked', message: `${reason}.` } });
  }
}

async function take(message: MessageToHost & { type: 'call' }): Promise<void> {
  const { execution } = message.call;
  tell({ type: 'taken', execution });
  try {
    const outcome = await execute(message);
    tell({ type: 'done', execution, outcome }, mediaOf(outcome));
  } catch (error) {
    // The code of the tool did not load; a tool's own errors never come this far.
    const reason = messageOf(error);
    tell({
      type: 'done',
      execution,
      outcome: failure(`The tool could not be loaded (${reason}). Reload the page and try again.`),
    });
  }
}

async function execute({ call, ports }: MessageToHost & { type: 'call' }): Promise<HostOutcome> {
  abort = new AbortController();
  const control = {
    signal: abort.signal,
    progress: (text: string) =>
      tell({ type: 'progress', execution: call.execution, text: text.slice(0, progressCharacters) }),
  };
  const tool = await loadTool(call.tool);
  return tool && means
    ? runCall(tool, { call, ports }, means, control)
    : failure(`The tool host does not have '${call.tool}'.`);
}

/** Bytes travel by transfer: a copy of a picture would hold the engine up. */
function mediaOf(outcome: HostOutcome): Transferable[] {
  if (outcome.type === 'error' || typeof outcome.result === 'string') return [];
  return [...new Set(outcome.result.flatMap((block) => (block.type === 'text' ? [] : [block.data.buffer])))];
}

function failure(message: string): HostOutcome {
  return { type: 'error', errorType: 'execution_error', message };
}

function tell(message: MessageFromHost, moved: Transferable[] = []): void {
  postMessage(message, moved);
}
