/** Lists, reads, kills and removes the background processes of this conversation. */
import type { ProcessesApi, ProcessInfo } from '#shared/api/processes.ts';
import { shorten } from '#shared/shorten.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';

export const manageProcess = defineInEngineTool({
  name: 'manage_process',
  title: 'Manage background processes',
  description:
    "List the background processes of this conversation, read what one printed, kill it, or remove it from the list; they are started with 'background' of execute_shell_command.",
  category: 'code',
  parameters: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        enum: ['list', 'log', 'kill', 'remove'],
        description: "What to do. All but 'list' need 'id'.",
      },
      id: { type: 'string', description: "The process, such as 'p1'." },
      offset: {
        type: 'integer',
        minimum: 0,
        description:
          "For 'log': the character to begin at, such as the end of the last part. Defaults to the newest part.",
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 15_000,
        default: 4_000,
        description: "For 'log': how many characters at most.",
      },
    },
    required: ['action'],
  },
  capabilities: ['shell'],
  // A command in the same reply may start or end a process, and may write files while it does.
  touches: { reads: ['workspace'], writes: ['workspace'] },
  returns: ['output'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  summaryParameter: 'action',
  async answer(
    { action, id, offset, limit = 4_000 },
    { port: processes, codeSession }: InEngineContext<ProcessesApi>,
  ) {
    if (action === 'list') return describeAll(await processes.list(codeSession));
    if (id === undefined)
      throw new ToolError('validation_error', `Parameter 'id' is required for '${action}'. List them first.`);
    if (action === 'log') {
      const read = await processes.log(id, codeSession, {
        ...(offset === undefined ? {} : { offset }),
        limit,
      });
      if (!read.ok) throw new ToolError('execution_error', read.error.message);
      const { text, offset: from, end, state } = read.value;
      return `${text.trimEnd() || '(nothing new)'}\n[${id} ${state}; characters ${from} to ${end}]`;
    }
    const done = await processes[action](id, codeSession);
    if (!done.ok) throw new ToolError('execution_error', done.error.message);
    return action === 'kill' ? `${id} is stopped.` : `${id} is removed.`;
  },
});

function describeAll(list: readonly ProcessInfo[]): string {
  if (list.length === 0) return 'There are no background processes in this conversation.';
  return list
    .map(({ id, state, exitCode, command, printed }) => {
      const ended = exitCode === undefined ? '' : ` with exit code ${exitCode}`;
      return `${id}: ${stateWords[state]}${ended}, ${printed} characters printed: ${shorten(command, 200)}`;
    })
    .join('\n');
}

const stateWords: Record<ProcessInfo['state'], string> = {
  running: 'running',
  ended: 'ended',
  failed: 'failed',
  killed: 'killed',
  interrupted: 'ended by a reload of the page',
};
