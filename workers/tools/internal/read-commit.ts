/** Reads what a commit changed, for its card. */
import { commitLimits } from '#workers/contracts/commit-limits.ts';
import { defineTool } from '../tool.ts';
import { unchangeable } from '../git/run-git.ts';

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
  timeoutSeconds: commitLimits.seconds,
  async execute({ path, commit }, { files, signal, progress }) {
    const { readChanges } = await import('#workers/runtimes/git/commit-changes.ts');
    const context = { files: unchangeable(files), signal, progress, network: undefined };
    return JSON.stringify(await readChanges(context, path, commit));
  },
});
