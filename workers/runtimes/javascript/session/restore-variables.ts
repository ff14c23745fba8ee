/** Makes the variables of a kept session again, in a new realm. */
import { messageOf } from '#shared/message-of.ts';
import type { SessionState } from '#workers/contracts/code-session.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { createScriptClock } from '../../script-clock.ts';
import type { HostFunctions } from '../bridge.ts';
import type { ReadModule } from '../modules.ts';
import type { Realm } from '../realm.ts';
import { runInRealm } from '../run.ts';
import type { FunctionKinds } from './function-kinds.ts';
import { callBounded, sessionMs } from './keeping.ts';
import { importAgain, rewrite, type Imported } from './rewrite.ts';
import { parseState } from './session-state.ts';

/** The name under which the session keeps the variables. */
export const stateName = 'javascript';

export type SessionContext = {
  session: SessionState;
  signal: AbortSignal;
  host: HostFunctions;
  readModule: ReadModule;
};

const explainSlow = `The variables of the last scripts could not be restored in ${sessionMs / 1000} s. They are still kept, and this script did not run. Call it again to try once more, or with \`fresh: true\` to run it without them.`;

type Restored = { imports: Imported[]; notes: string[] };

/** `kept`: as `writeVariables` wrote it. `notes`: what is not there any more. */
export async function restoreVariables(
  realm: Realm,
  kept: string,
  kinds: FunctionKinds,
  context: SessionContext,
): Promise<Restored> {
  const state = parseState(kept);
  if (!state) return { imports: [], notes: [] };
  state.functions.forEach(kinds.learnText);
  const imports: Imported[] = [];
  const lost: [name: string, reason: string][] = [];
  for (const each of state.imports) {
    const failure = await importName(realm, each, context);
    if (failure === undefined) imports.push(each);
    else lost.push([each.name, failure]);
  }
  try {
    lost.push(...(JSON.parse(callBounded(realm, kinds, 'restore', kept)) as typeof lost));
  } catch (error) {
    // On a slow device, or a busy one: the next call may be in time.
    if (messageOf(error) === 'interrupted') throw new ToolError('timeout', explainSlow);
    // Or each later call would fail in the same way.
    await context.session.write(stateName, '');
    throw new ToolError(
      'execution_error',
      `The variables of the last scripts could not be restored and are lost (${messageOf(error)}). This script did not run; call it again.`,
    );
  }
  return { imports, notes: lost.map(([name, reason]) => `${name} is not there any more: ${reason}`) };
}

/** Undefined if the name is there again, else why not. */
async function importName(
  realm: Realm,
  imported: Imported,
  { host, readModule, signal }: SessionContext,
): Promise<string | undefined> {
  const rewritten = rewrite(importAgain(imported));
  // What the module prints was printed when it was imported first.
  const quiet = { ...host, print: () => undefined };
  const clock = createScriptClock(sessionMs);
  const end = await runInRealm(realm, { code: '', rewritten, clock, signal, host: quiet, readModule });
  if (end.type === 'value') return undefined;
  return end.type === 'timeout' ? 'its module took too long' : (end.error.split('\n', 1)[0] ?? '');
}
