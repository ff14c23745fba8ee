/** Reads what a commit changed, for the card that shows the commit. */
import { messageOf } from '#shared/message-of.ts';
import { commitLimits } from '#workers/contracts/commit-limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '#workers/tools/tool.ts';
import { unchangeable } from './run-git.ts';

/**
 * Whether the commit is gone: it was undone, or amended and cleaned up, or the folder was moved. A parent
 * commit that a shallow clone lacks does not count.
 */
const isGone = (message: string, commit: string) =>
  /not a git repository|unknown revision/.test(message) ||
  (message.includes(`unable to read ${commit}`) && message.includes('the object is missing'));

export const readCommitInHost = defineTool({
  name: 'read_commit',
  title: 'Read commit',
  description: 'Reads the files of a commit with their diffs, as JSON.',
  category: 'git',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The folder of the repository, or one in it.' },
      commit: { type: 'string', description: 'The id of the commit.' },
    },
    required: ['path', 'commit'],
  },
  capabilities: ['files.read'],
  runs: 'code',
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: commitLimits.seconds,
  async execute({ path, commit }, { files, signal, progress }) {
    const { readChanges } = await import('#workers/runtimes/git/commit-changes.ts');
    const context = { files: unchangeable(files), signal, progress, network: undefined };
    try {
      return JSON.stringify(await readChanges(context, path, commit));
    } catch (error) {
      throw isGone(messageOf(error), commit) ? new ToolError('file_not_found', messageOf(error)) : error;
    }
  },
});
