/** One call of `run_javascript`: runs the script, streams what it prints, and words the result. */
import { limits } from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import type { ToolFiles } from '#workers/contracts/file-port.ts';
import type { NetworkPort } from '#workers/contracts/network-port.ts';
import { nothingPrinted } from '#shared/tools/nothing-printed.ts';
import type { ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { createKeptOutput, type KeptOutput } from '../kept-output.ts';
import { createScriptClock, withClock } from '../script-clock.ts';
import { createHostFunctions } from './host-functions.ts';
import type { Interpreter } from './interpreter.ts';
import { runScript, type ScriptEnd } from './run.ts';

/** UTF-16 units of output in the result. */
const outputCharacters = 15_000;

type Context = {
  files: ToolFiles;
  network?: NetworkPort | undefined;
  signal: AbortSignal;
  output(text: string): void;
  /** As in `workers/tools/tool.ts`. */
  limitTime?(ms: number | undefined): void;
  fullText?: string | undefined;
};

/** `interpreter`: one of its own. Throws a `ToolError` of type `timeout` with what was printed until then. */
export async function runJavaScript(
  interpreter: Interpreter,
  { code, timeoutMs }: { code: string; timeoutMs: number },
  { files, network, signal, output, limitTime, fullText }: Context,
): Promise<ToolReturn> {
  const printed = createKeptOutput(outputCharacters, fullText);
  const print = (_: string, text: string) => {
    printed.add(text);
    output(text);
  };
  const clock = createScriptClock(timeoutMs);
  const host = createHostFunctions({ files, network: network && withClock(network, clock), print });
  const readModule = async (path: string) => (await files.read(path)).text();
  const script = { code, clock, signal, host, readModule };
  // A single operation, such as one on a huge BigInt, does not see the interpreter's own limit.
  limitTime?.(timeoutMs + limits.timeoutGraceMs);
  const end = await runScript(interpreter, script).catch((error: unknown) => {
    // The engine has what a stopped call printed.
    if (signal.aborted) throw error;
    throw explainBreak(error, printed);
  });
  const text = printed.text().trimEnd();
  if (end.type === 'timeout')
    throw printed.error('timeout', `The script was stopped after ${timeoutMs / 1000} s.`);
  return {
    content: [text, describeEnd(end)].filter(Boolean).join('\n') || nothingPrinted,
    metadata: {
      exit_code: end.type === 'error' ? '1' : '0',
      printed: String(printed.printed()),
      ...(end.type === 'error' && { error_at: String(text === '' ? 0 : text.length + 1) }),
    },
    ...printed.full(describeEnd(end)),
  };
}

function describeEnd(end: Exclude<ScriptEnd, { type: 'timeout' }>): string {
  if (end.type === 'error') return `Uncaught ${end.error}`;
  return end.value === undefined ? '' : `=> ${end.value}`;
}

/** What leaves the interpreter as an exception of WebAssembly broke it; only this call had that instance. */
function explainBreak(error: unknown, printed: KeptOutput): ToolError {
  if (error instanceof ToolError) return printed.error(error.type, error.message);
  return printed.error(
    'execution_error',
    `The interpreter broke (${messageOf(error)}). The next script gets a new one; use less memory or recursion.`,
  );
}
