/**
 * The JavaScript runtime of a code host: one realm for the scripts of its session, and its variables as text
 * in the session.
 */
import { messageOf } from '#shared/message-of.ts';
import type { SessionState } from '#workers/contracts/code-session.ts';
import type { Interpreter } from '../interpreter.ts';
import { openRealm, type Realm } from '../realm.ts';
import type { ScriptEnd } from '../run.ts';
import { createFunctionKinds, type FunctionKinds } from './function-kinds.ts';
import { callBounded, writeVariables } from './keeping.ts';
import { restoreVariables, stateName, type SessionContext } from './restore-variables.ts';
import type { Imported, Rewritten } from './rewrite.ts';
import { isEmptyState } from './session-state.ts';

export type JavaScriptHost = {
  /** The realm with the session's variables. `notes`: the variables that could not be restored. */
  open(context: SessionContext): Promise<{ realm: Realm; notes: string[] }>;
  /** Stores the variables after a script has ended. Returns notes for the model. */
  keep(end: ScriptEnd, rewritten: Rewritten | undefined, session: SessionState): Promise<string[]>;
  /** A separate realm for a script that neither reads nor stores the session's variables. */
  fresh(): Promise<Realm>;
  /**
   * Discards the realm of a script that did not reach its end; the next script starts with the variables
   * before it.
   */
  drop(): void;
};

/** `restored`: the stored text to which the realm's variables correspond. */
type Held = { realm: Realm; restored: string; imports: Map<string, Imported>; kinds: FunctionKinds };

export function createJavaScriptHost(load: () => Promise<Interpreter>): JavaScriptHost {
  let held: Held | undefined;

  async function open(context: SessionContext): Promise<{ realm: Realm; notes: string[] }> {
    const kept = (await context.session.read(stateName)) ?? '';
    if (held?.restored === kept) return { realm: held.realm, notes: [] };
    held = undefined;
    const kinds = createFunctionKinds();
    const openNew = async () => openRealm(await load());
    const { realm, imports, notes } = await restoreVariables(openNew, kept, kinds, context);
    held = { realm, kinds, restored: kept, imports: new Map(imports.map((each) => [each.name, each])) };
    return { realm, notes };
  }

  async function keep(
    end: ScriptEnd,
    rewritten: Rewritten | undefined,
    session: SessionState,
  ): Promise<string[]> {
    if (!held) return [];
    if (end.type === 'error' && end.isFull) {
      held = undefined;
      return ['JavaScript starts again: variables are as they were before this call'];
    }
    for (const each of rewritten?.imported ?? []) held.imports.set(each.name, each);
    held.kinds.learn(rewritten?.functions);
    try {
      const notes = tidy(held);
      await write(held, session);
      // The remaining memory is too little for another script.
      if (held.realm.interpreter.isFull()) held = undefined;
      return notes;
    } catch (error) {
      if (messageOf(error) === 'interrupted')
        return ['the variables could not be kept in time: they are lost when the page is reloaded'];
      held = undefined;
      return [`the variables could not be kept and are as before this call (${messageOf(error)})`];
    }
  }

  return { open, keep, fresh: async () => openRealm(await load()), drop: () => void (held = undefined) };
}

/** Restores names of the API that the script has overwritten; returns a note for each. */
function tidy({ realm, kinds }: Held): string[] {
  const names = JSON.parse(callBounded(realm, kinds, 'tidy', '')) as string[];
  return names.map(
    (name) => `'${name}' is what scripts find again, not what this one stored under that name`,
  );
}

async function write(held: Held, session: SessionState): Promise<void> {
  const { realm, kinds, imports, restored } = held;
  const text = writeVariables(realm, kinds, [...imports.values()]);
  // Most scripts change nothing.
  if (text === restored || (restored === '' && isEmptyState(text))) return;
  await session.write(stateName, text);
  held.restored = text;
}
