/** Reads the state that a conversation's shell stored after its last command, for the terminal. */
// valibot: validates what is read from storage.
import * as v from 'valibot';
import type { ShellInfo } from '#shared/api/terminal.ts';
import type { SessionId } from '#shared/ids.ts';
import { codeSessionOf } from '#workers/contracts/code-session.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';

/** Written by workers/runtimes/shell/session/shell-state.ts. */
const schema = v.object({
  cwd: v.string(),
  history: v.array(v.string()),
  functions: v.array(v.tuple([v.string(), v.unknown()])),
  variables: v.array(v.tuple([v.string(), v.string()])),
});

/** The shell library stores an alias as a variable. */
const aliasPrefix = 'BASH_ALIAS_';

export async function readShell(
  sessions: Pick<CodeSessions, 'read'>,
  session: SessionId | undefined,
): Promise<ShellInfo | null> {
  const text = await sessions.read(codeSessionOf(session), 'shell');
  return text === null ? null : parseShell(text);
}

/** `null` for a text that no shell wrote: the next command starts with a new state, too. */
export function parseShell(text: string): ShellInfo | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!parsed.success) return null;
  const { cwd, history, functions, variables } = parsed.output;
  const names = variables.map(([name]) => name);
  return {
    folder: cwd,
    history,
    commands: [
      ...functions.map(([name]) => name),
      ...names.filter((name) => name.startsWith(aliasPrefix)).map((name) => name.slice(aliasPrefix.length)),
    ],
    variables: names.filter((name) => !name.startsWith(aliasPrefix)),
  };
}

/** The working directory and the variables with which the next command of a code session starts. */
export async function readShellPlace(
  sessions: Pick<CodeSessions, 'read'>,
  codeSession: SessionId,
): Promise<{ folder: string; variables: [name: string, value: string][] } | undefined> {
  const text = await sessions.read(codeSession, 'shell');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? { folder: parsed.output.cwd, variables: parsed.output.variables } : undefined;
}
