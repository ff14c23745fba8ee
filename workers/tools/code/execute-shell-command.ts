/** Runs a command in the conversation's shell, over the files of the workspace. */
import { withLoadingProgress } from '#workers/runtimes/loading-progress.ts';
import { defineTool } from '../tool.ts';

export const executeShellCommand = defineTool({
  name: 'execute_shell_command',
  title: 'Run a shell command',
  description:
    'Run a command in bash over the workspace, with the usual Unix tools, git, and curl where allowed, and return its output and exit code; folder, variables and functions stay for the next command.',
  category: 'code',
  parameters: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        minLength: 1,
        description:
          "The command or script, in bash. Pipes, redirections, here-documents, functions and loops work; jobs started with & run in the foreground, see 'background'. The workspace is /workspace; no programs can be installed.",
      },
      timeout: {
        type: 'integer',
        minimum: 1,
        maximum: 120,
        default: 30,
        description: 'Seconds after which the command is stopped.',
      },
      working_dir: {
        type: 'string',
        description:
          'The folder to run in, relative to /workspace. Defaults to where the last command ended.',
      },
      env: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description:
          'Environment variables for this command only. PATH, IFS, HOME and the like cannot be set.',
      },
      background: {
        type: 'boolean',
        default: false,
        description:
          "Start it as a background process and return at once; 'timeout' does not hold, manage_process reads and stops it. Begins as the session is, and leaves it as it is.",
      },
      fresh: {
        type: 'boolean',
        default: false,
        description:
          'Run in a new shell that knows nothing of the last commands and leaves the session as it is.',
      },
    },
    required: ['command'],
  },
  capabilities: ['files.write', 'shell'],
  optionalCapabilities: ['network', 'git'],
  runs: 'code',
  keepsSession: true,
  returns: ['output'],
  contacts: { type: 'any-host', parameters: [] },
  // The longest `timeout`, plus time to report that it has passed.
  timeoutSeconds: 125,
  backgroundParameter: 'background',
  commandParameter: 'command',
  summaryParameter: 'command',
  async execute(args, context) {
    const load = () => import('#workers/runtimes/shell/shell.ts');
    const { runShellCommand } = await withLoadingProgress('Shell', load, context.progress);
    return runShellCommand(args, context);
  },
});
