/** Commands that the user types, in the shell of a conversation or outside of them. */
import type { TerminalApi } from '#shared/api/terminal.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { SessionId } from '#shared/ids.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import type { RunCommandNeeds } from './run-command.ts';

type Needs = RunCommandNeeds & { codeSessions: Pick<CodeSessions, 'read'> };

const shellText =
  'The shell has git, jq, sqlite3, python3, zip, tar and curl. Its node has modules of Node, node --test, npm test and npm run; npm installs nothing.';

export const terminal = {
  start: (_, engine) => ({
    /** The working directory and the variables that a shell stored. */
    readShellPlace: async (session: SessionId) =>
      (await import('./read-shell.ts')).readShellPlace(engine().codeSessions, session),
  }),
  promptBlock: {
    name: 'shell',
    share: 1 / 64,
    begin: async ({ tools }) => ({
      intro: '',
      lines: tools.has('execute_shell_command') ? [{ id: 'shell', text: shellText }] : [],
    }),
  },
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
} satisfies Domain<TerminalApi, Needs>;
