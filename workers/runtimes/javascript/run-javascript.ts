/** One call of `run_javascript`: runs the script, streams its output, and formats the result. */
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import type { RuntimeContext } from '#workers/contracts/code-session.ts';
import { nothingPrinted } from '#shared/tools/nothing-printed.ts';
import type { ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { createKeptOutput, type KeptOutput } from '../kept-output.ts';
import { createScriptClock, withClock } from '../script-clock.ts';
import { createHostFunctions } from './host-functions.ts';
import { createNodeAccess } from './node/node-access.ts';
import { createTestReport } from './node/test-report.ts';
import type { Realm } from './realm.ts';
import { createExit } from './exit.ts';
import { runInRealm, type Script, type ScriptEnd } from './run.ts';
import type { JavaScriptHost } from './session/javascript-host.ts';
import { rewrite } from './session/rewrite.ts';

/** Maximum UTF-16 units of output in the result. */
const outputCharacters = 15_000;

type ScriptArguments = {
  code: string;
  timeoutMs: number;
  /** True: does not load the variables of earlier scripts, and stores none. */
  fresh?: boolean | undefined;
};

/** Throws a `ToolError` of type `timeout` that includes the output so far. */
export async function runJavaScript(
  javascript: JavaScriptHost,
  { code, timeoutMs, fresh = false }: ScriptArguments,
  { files, session, network, signal, output, limitTime, fullText }: RuntimeContext,
): Promise<ToolReturn> {
  const printed = createKeptOutput(outputCharacters, fullText);
  const print = (_: string, text: string) => {
    printed.add(text);
    output(text);
  };
  const readModule = async (path: string) => (await files.read(path)).text();
  const opened = fresh
    ? { realm: await javascript.fresh(), notes: [] }
    : await javascript.open({ session, signal, files, readModule });
  const clock = createScriptClock(timeoutMs);
  const rewritten = rewrite(code);
  const report = createTestReport('spec', (text) => print('stdout', text));
  const node = createNodeAccess({ files, testOptions: {}, onTestEvent: report.onEvent });
  const exit = createExit();
  const host = {
    ...createHostFunctions({
      files: node.inStep(files),
      network: network && withClock(network, clock),
      print,
    }),
    ...exit.functions,
  };
  const script = { code, rewritten, clock, signal, host, readModule, node, hasExited: exit.hasExited };
  // A single operation, such as one on a huge BigInt, is not interrupted by the interpreter's own limit.
  limitTime?.(timeoutMs + limits.timeoutGraceMs);
  const end = await runToEnd(opened.realm, script, printed, fresh ? undefined : javascript);
  const unwritten = await node.close();
  if (report.hasTests()) exit.setCode(report.end());
  limitTime?.(undefined);
  if (end.type === 'timeout') throw printed.error('timeout', explainStop(timeoutMs, fresh));
  const kept = fresh ? [] : await javascript.keep(end, rewritten, session);
  return describe(end, printed, exit.code(), [...unwritten, ...opened.notes, ...kept]);
}

function describe(
  end: Exclude<ScriptEnd, { type: 'timeout' }>,
  printed: KeptOutput,
  asked: number,
  notes: readonly string[],
): ToolReturn {
  const exitCode = end.type === 'error' ? 1 : asked;
  const code = exitCode !== 0 && end.type === 'value' ? [`exit code ${exitCode}`] : [];
  const told = [describeEnd(end), ...[...code, ...notes].map((note) => `[${note}]`)].filter(Boolean);
  const text = printed.text().trimEnd();
  return {
    content: [text, ...told].filter(Boolean).join('\n') || nothingPrinted,
    metadata: {
      exit_code: String(exitCode),
      printed: String(printed.printed()),
      ...(end.type === 'error' && { error_at: String(text === '' ? 0 : text.length + 1) }),
    },
    ...printed.full(told.join('\n')),
  };
}

/**
 * Runs a script to its end; one that does not reach it leaves the session's variables unchanged. `javascript`
 * is absent for a fresh script.
 */
async function runToEnd(
  realm: Realm,
  script: Script,
  printed: KeptOutput,
  javascript: JavaScriptHost | undefined,
): Promise<ScriptEnd> {
  try {
    const end = await runInRealm(realm, script);
    if (end.type === 'timeout') javascript?.drop();
    return end;
  } catch (error) {
    javascript?.drop();
    // The engine has collected the output of a stopped call.
    if (script.signal.aborted) throw error;
    throw explainBreak(error, printed, javascript === undefined);
  }
}

function explainStop(timeoutMs: number, fresh: boolean): string {
  const kept = fresh ? '' : ' Variables are as they were before it; files that it wrote are there.';
  return `The script was stopped after ${timeoutMs / 1000} s.${kept}`;
}

function describeEnd(end: Exclude<ScriptEnd, { type: 'timeout' }>): string {
  if (end.type === 'error') return `Uncaught ${end.error}`;
  return end.value === undefined ? '' : `=> ${end.value}`;
}

/** The error for a broken interpreter: an exception of WebAssembly leaves it unusable. */
function explainBreak(error: unknown, printed: KeptOutput, fresh: boolean): ToolError {
  if (error instanceof ToolError) return printed.error(error.type, error.message);
  const advice = fresh
    ? 'Use less memory or recursion.'
    : 'The next script gets a new one, with the variables from before this script; use less memory or recursion.';
  return printed.error('execution_error', `The interpreter broke (${messageOf(error)}). ${advice}`);
}
