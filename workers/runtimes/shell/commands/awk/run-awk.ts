/** Runs an awk program, from its text to its result. */
import type { ExecResult } from 'just-bash/browser';
import { bytes, type CommandContext, CommandError } from '../command.ts';
import { parseProgram } from './language/parser.ts';
import { createEnvironment, type Environment } from './machine/environment.ts';
import { createMachine, run } from './machine/machine.ts';
import { compileProgram } from './machine/program.ts';
import { assign } from './streams/main-input.ts';

export type AwkCall = {
  source: string;
  /** Of `-v` and `-F`, such as `name=value`. */
  assignments: readonly string[];
  operands: readonly string[];
};

export async function runAwk(
  { source, assignments, operands }: AwkCall,
  context: CommandContext,
): Promise<ExecResult> {
  const env = createEnvironment(context, ['awk', ...operands]);
  try {
    await runProgram(env, source, assignments);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // What was printed before the error counts.
    env.outputs.stderr.write(`awk: ${error.message}\n`);
    env.status.exitCode = error.exitCode;
  }
  const { stdout, stderr } = env.outputs.result();
  return bytes(stdout, env.status.exitCode, stderr);
}

async function runProgram(env: Environment, source: string, assignments: readonly string[]): Promise<void> {
  const program = parseProgram(source);
  for (const warning of program.warnings) env.warn(warning);
  for (const assignment of assignments)
    if (!assign(env.variables, assignment))
      throw new CommandError(`'${assignment}' is not an assignment such as name=value`, 2);
  const machine = createMachine(compileProgram(program, env));
  try {
    await run(machine, env.context.signal);
  } finally {
    await env.outputs.closeAll();
  }
}
