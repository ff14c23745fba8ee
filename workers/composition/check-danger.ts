/** Finds out by the shell's parser, loaded if needed, whether a command would delete the whole workspace. */
import type { Danger } from '#shared/tools/permission.ts';
import type { CommandPlace } from '#workers/engine/permissions/permission-gate.ts';
import type { Services } from './services.ts';

/** Implements `findDanger` of the permission gate. */
export async function checkDanger(
  command: string,
  { folder, session, env = {} }: CommandPlace,
  readPlace: Services['readShellPlace'],
): Promise<Danger | undefined> {
  if (!isSuspicious(command)) return undefined;
  const [{ findDanger }, kept] = await Promise.all([
    import('#workers/runtimes/shell/danger/find-danger.ts'),
    session === undefined ? undefined : readPlace(session),
  ]);
  return findDanger(command, folder ?? kept?.folder, [...(kept?.variables ?? []), ...Object.entries(env)]);
}

/**
 * The parser is large, so it is loaded only for commands that contain the name of a program that can remove
 * everything (quotes and backslashes are ignored), take a program's name from a variable, or define a
 * function.
 */
function isSuspicious(command: string): boolean {
  const plain = command.replace(/\\\n|['"\\]/g, '');
  if (/\b(rm|find|mv)\b|\(\s*\)|\bfunction\b/.test(plain)) return true;
  return /\$'|(^|[;&|(`\n])\s*"?(\$|\w*[${])/.test(command);
}
