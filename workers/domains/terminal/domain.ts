/** Commands that the user types, in the shell of a conversation or outside of them. */
import type { TerminalApi } from '#shared/api/terminal.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import type { RunCommandNeeds } from './run-command.ts';

type Needs = RunCommandNeeds & { codeSessions: Pick<CodeSessions, 'read'> };

export const terminal: Domain<TerminalApi, Needs> = {
  async open(needs) {
    const [{ readShell }, { runCommand }] = await Promise.all([
      import('./read-shell.ts'),
      import('./run-command.ts'),
    ]);
    return {
      shell: (session) => readShell(needs.codeSessions, session),
      run: (command) => runCommand(command, needs),
    };
  },
};
