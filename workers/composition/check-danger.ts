/** Asks the shell's parser what a command would do to the whole workspace; loads it only for commands that may do it. */
import type { CommandPlace } from '#workers/engine/permissions/permission-gate.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';

/** As `findDanger` of the gate. */
export async function checkDanger(
  command: string,
  { folder, session, env = {} }: CommandPlace,
  sessions: Pick<CodeSessions, 'read'>,
): Promise<string | undefined> {
  if (!isSuspicious(command)) return undefined;
  const [{ findDanger }, { readShellPlace }] = await Promise.all([
    import('#workers/runtimes/shell/danger/find-danger.ts'),
    import('#workers/domains/terminal/read-shell.ts'),
  ]);
  const kept = session === undefined ? undefined : await readShellPlace(sessions, session);
  return findDanger(command, folder ?? kept?.folder, [...(kept?.variables ?? []), ...Object.entries(env)]);
}

/**
 * The parser is large, so it looks only at commands that name a program which can remove everything, with quotes and
 * backslashes in it or not, take a program's name from a variable, or define a function.
 */
function isSuspicious(command: string): boolean {
  const plain = command.replace(/\\\n|['"\\]/g, '');
  if (/\b(rm|find|mv)\b|\(\s*\)|\bfunction\b/.test(plain)) return true;
  return /\$'|(^|[;&|(`\n])\s*"?(\$|\w*[${])/.test(command);
}
