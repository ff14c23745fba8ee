/** Entry of a tool host: executes one tool call at a time, and can be terminated at any moment. */
import { locks } from './host/powers.ts';
import type { HostOutcome, MessageFromHost, MessageToHost } from './engine/host-protocol.ts';
import { runCall, type HostMeans } from './host/run-call.ts';
import type { WriteLock } from './storage/workspace-locks.ts';
import { tools } from './tools/index.ts';
import { ToolError } from './tools/tool.ts';

const lock: WriteLock = async (name, mode, work) => locks.request(name, { mode }, work);
/** Longer lines would not fit a card. */
const progressCharacters = 200;

let means: HostMeans | undefined;
let abort = new AbortController();

onmessage = ({ data }: MessageEvent<MessageToHost>) => {
  if (data.type === 'setup') means = { lock, results: data.results };
  else if (data.type === 'abort') abort.abort(new ToolError('cancelled', 'The call was stopped.'));
  else void take(data);
};

async function take({ call, ports }: MessageToHost & { type: 'call' }): Promise<void> {
  tell({ type: 'taken', call: call.call });
  abort = new AbortController();
  const control = {
    signal: abort.signal,
    progress: (text: string) =>
      tell({ type: 'progress', call: call.call, text: text.slice(0, progressCharacters) }),
  };
  const tool = tools.find(({ name }) => name === call.tool);
  const outcome: HostOutcome =
    tool && means
      ? await runCall(tool, { call, ports }, means, control)
      : {
          type: 'error',
          errorType: 'tool_not_found',
          message: `The tool host does not have '${call.tool}'.`,
        };
  tell({ type: 'done', call: call.call, outcome });
}

function tell(message: MessageFromHost): void {
  postMessage(message);
}
