/** The terminals of this page, one per shell: leaving the screen keeps them. */
import type { EngineConnection } from '#src/engine/connect.ts';
import type { SessionId } from '#shared/ids.ts';
import type { AppState } from '../app-state.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** By connection, because tests have several in one page. */
const all = new WeakMap<EngineConnection, Map<string, Terminal>>();

export function terminalOf(
  { connection, toasts, changes }: Pick<AppState, 'connection' | 'toasts' | 'changes'>,
  session: SessionId | undefined,
): Terminal {
  const terminals = all.get(connection) ?? new Map<string, Terminal>();
  all.set(connection, terminals);
  const key = session ?? '';
  const known = terminals.get(key);
  if (known) return known;
  const { api, onEvents } = connection;
  const made = createTerminal({ api, onEvents, toasts, changes }, session);
  terminals.set(key, made);
  return made;
}
