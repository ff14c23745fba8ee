/** Rejects environment variables that would change how the shell itself works. */
import { ToolError } from '#workers/contracts/tool-error.ts';

const fixed = new Set([
  'PATH',
  'IFS',
  'ENV',
  'PS4',
  'HOME',
  'PWD',
  'OLDPWD',
  'SHELL',
  'SHELLOPTS',
  'PROMPT_COMMAND',
  'PYTHONHOME',
  'PYTHONPATH',
  'NODE_OPTIONS',
]);
const prefixes = ['LD_', 'DYLD_', 'BASH'];

export function checkEnvironment(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw refuse(`${JSON.stringify(name)} is no name of a variable`, 'Use letters, digits and _.');
    if (fixed.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))
      throw refuse(`'${name}' cannot be set`, 'Leave it out; the shell sets it.');
    if (value.includes('\0')) throw refuse(`the value of '${name}' contains a NUL`, 'Leave it out.');
  }
}

function refuse(reason: string, advice: string): ToolError {
  return new ToolError('validation_error', `Parameter 'env': ${reason}. ${advice}`);
}
