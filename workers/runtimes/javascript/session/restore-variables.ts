/** Restores the stored variables of a session in a new realm. */
import { messageOf } from '#shared/message-of.ts';
import type { SessionState } from '#workers/contracts/code-session.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { createScriptClock } from '../../script-clock.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { ScriptFiles } from '../files-at.ts';
import { createNodeAccess } from '../node/node-access.ts';
import type { ReadModule } from '../modules.ts';
import type { Realm } from '../realm.ts';
import { runInRealm, type Script, type ScriptEnd } from '../run.ts';
import type { FunctionKinds } from './function-kinds.ts';
import { callBounded, sessionMs } from './keeping.ts';
import { importAgain, rewrite, type Imported } from './rewrite.ts';
import { parseState } from './session-state.ts';
import type { HostFunctions } from '../bridge.ts';
import { createHostFunctions } from '../host-functions.ts';

/** The key under which the session stores the variables. */
export const stateName = 'javascript';

export type SessionContext = {
  session: SessionState;
  signal: AbortSignal;
  files: ToolFiles;
  readModule: ReadModule;
};

const explainSlow = `The variables of the last scripts could not be restored in ${sessionMs / 1000} s. They are still kept, and this script did not run. Call it again to try once more, or with \`fresh: true\` to run it without them.`;

type Lost = [name: string, reason: string];
type Restored = { realm: Realm; imports: Imported[]; notes: string[] };

/** `kept`: the text that `writeVariables` returned. `notes`: what could not be restored. */
export async function restoreVariables(
  open: () => Promise<Realm>,
  kept: string,
  kinds: FunctionKinds,
  context: SessionContext,
): Promise<Restored> {
  const state = parseState(kept);
  if (!state) return { realm: await open(), imports: [], notes: [] };
  state.functions.forEach(kinds.learnText);
  const { realm, imports, lost, notes } = await importAll(open, state.imports, context);
  try {
    lost.push(...(JSON.parse(callBounded(realm, kinds, 'restore', kept)) as Lost[]));
  } catch (error) {
    // The device is slow or busy: the next call may succeed.
    if (messageOf(error) === 'interrupted') throw new ToolError('timeout', explainSlow);
    // Deleted, because otherwise each later call would fail in the same way.
    await context.session.write(stateName, '');
    throw new ToolError(
      'execution_error',
      `The variables of the last scripts could not be restored and are lost (${messageOf(error)}). This script did not run; call it again.`,
    );
  }
  const gone = lost.map(([name, reason]) => `${name} is not there any more: ${reason}`);
  return { realm, imports, notes: [...gone, ...notes] };
}

type ImportedAgain = Restored & { lost: Lost[] };

/**
 * Repeats the imports, which share a limit of three seconds. If one does not end, its realm is unusable, so a
 * new one without imports is returned.
 */
async function importAll(
  open: () => Promise<Realm>,
  wanted: readonly Imported[],
  context: SessionContext,
): Promise<ImportedAgain> {
  const again: ImportedAgain = { realm: await open(), imports: [], lost: [], notes: [] };
  const clock = createScriptClock(sessionMs);
  for (const each of wanted) {
    let refusals = 0;
    const host = withoutEffects(context.files, () => void refusals++);
    // Never closed, so that changes of files are dropped.
    const node = createNodeAccess({ files: context.files, testOptions: {}, onTestEvent: () => undefined });
    const end = await importName(again.realm, each, { ...context, host, clock, node });
    if (end.type === 'timeout' || (end.type === 'error' && end.isFull)) {
      const reason = `importing '${each.from}' again ${end.type === 'error' ? 'uses too much memory' : 'took too long'}, so that nothing was imported`;
      return { realm: await open(), imports: [], lost: wanted.map(({ name }) => [name, reason]), notes: [] };
    }
    if (end.type === 'error') again.lost.push([each.name, end.error.split('\n', 1)[0] ?? '']);
    else again.imports.push(each);
    if (end.type === 'value' && refusals > 0)
      again.notes.push(
        `'${each.from}' was imported again without network and without changes of files, which it tried to use: import it in a script to run it in full`,
      );
    // The interpreter caches the failure of a module, so the modules are reloaded for later imports.
    if (end.type === 'error' || refusals > 0) again.realm.modules.forget();
  }
  return again;
}

function importName(
  realm: Realm,
  imported: Imported,
  given: Pick<Script, 'clock' | 'host' | 'signal' | 'readModule' | 'node'>,
): Promise<ScriptEnd> {
  const { clock, host, signal, readModule, node } = given;
  const rewritten = rewrite(importAgain(imported));
  return runInRealm(realm, { code: '', rewritten, clock, signal, host, readModule, node });
}

const why =
  'this module is imported again to restore the variables, without network and without changes of files, so that nothing is sent or written twice. A script that imports it runs it in full';

/**
 * The host functions for a module that is imported again: it may read files, but not repeat requests and file
 * changes. `onRefusal` is called at each rejected call, because the module may catch the error.
 */
function withoutEffects(files: ScriptFiles, onRefusal: () => void): HostFunctions {
  const refuse = (what: string) => (): Promise<never> => {
    onRefusal();
    return Promise.reject(new ToolError('permission_denied', `Nothing was ${what}: ${why}.`));
  };
  return createHostFunctions({
    files: {
      read: (path) => files.read(path),
      list: (path) => files.list(path),
      stat: (path) => files.stat(path),
      walk: (path) => files.walk(path),
      write: refuse('written'),
      append: refuse('written'),
      makeDirectory: refuse('made'),
      move: refuse('moved'),
      remove: refuse('removed'),
    },
    network: { request: refuse('sent') },
    // Output is dropped, because it was printed at the first import.
    print: () => undefined,
  });
}
