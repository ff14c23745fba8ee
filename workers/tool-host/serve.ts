/**
 * The message loop of tool hosts and code hosts: executes one call at a time, and can be terminated at any
 * moment.
 */
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { shorten } from '#shared/shorten.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type {
  MessageFromToolHost,
  MessageToToolHost,
  ToolOutcome,
} from '#workers/contracts/tool-host-protocol.ts';
import type { Tool } from '#workers/tools/tool.ts';
import { runCall } from './run-call.ts';

type LoadTool = (name: string) => Promise<Tool | undefined>;
type ToolLoaders = Readonly<Record<string, () => Promise<Tool>>>;

/**
 * The entry module of a worker calls this once, before its first `await`: messages that arrive earlier would
 * be lost.
 */
export function serve(loaders: ToolLoaders): void {
  const loadTool = createToolLoader(loaders);
  let abort = new AbortController();

  onmessage = ({ data }: MessageEvent<MessageToToolHost | null>) => {
    // Chromium delivers a message that is nested too deeply as `null`.
    if (data === null) return post({ type: 'unreadable' });
    switch (data.type) {
      case 'abort':
        return abort.abort(new ToolError(data.reason.errorType, data.reason.message));
      case 'validate':
        return void check(data);
      case 'call':
        abort = new AbortController();
        return void take(data, loadTool, abort.signal);
    }
  };
  onmessageerror = () => post({ type: 'unreadable' });
}

/** Keeps loaded tools, because a repeated `import()` takes as long as a whole call. */
function createToolLoader(loaders: ToolLoaders): LoadTool {
  const loaded = new Map<string, Tool>();
  return async (name) => {
    const known = loaded.get(name);
    if (known || !Object.hasOwn(loaders, name)) return known;
    const tool = await loaders[name]?.();
    if (tool) loaded.set(name, tool);
    return tool;
  };
}

/** `taken` starts the deadline, so it is sent after the code of the validator is loaded. */
async function check({ execution, schema, values }: MessageToToolHost & { type: 'validate' }): Promise<void> {
  try {
    const { checkValues } = await import('./check-values.ts');
    post({ type: 'taken', execution });
    post({ type: 'checked', execution, verdict: checkValues(schema, values) });
  } catch (error) {
    const reason = messageOf(error);
    post({ type: 'checked', execution, verdict: { type: 'unchecked', message: `${reason}.` } });
  }
}

async function take(
  message: MessageToToolHost & { type: 'call' },
  loadTool: LoadTool,
  signal: AbortSignal,
): Promise<void> {
  const { execution } = message.call;
  post({ type: 'taken', execution });
  const outcome = await execute(message, loadTool, signal);
  try {
    post({ type: 'done', execution, outcome }, mediaOf(outcome));
  } catch (error) {
    const reason = messageOf(error);
    post({ type: 'done', execution, outcome: failure(`The result could not be passed on: ${reason}`) });
  }
}

async function execute(
  { call, ports }: MessageToToolHost & { type: 'call' },
  loadTool: LoadTool,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { execution } = call;
  const control = {
    signal,
    progress: (text: string) =>
      post({ type: 'progress', execution, text: shorten(text, limits.progressCharacters) }),
    output: (text: string) => post({ type: 'output', execution, text }),
    limitTime: (ms: number | undefined) => post({ type: 'limit', execution, ms: ms ?? null }),
    fullText: call.fullText,
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

function post(message: MessageFromToolHost, moved: Transferable[] = []): void {
  postMessage(message, moved);
}
