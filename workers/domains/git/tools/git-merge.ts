/** Merges a branch. */
import { defineTool } from '#workers/tools/tool.ts';
import { changesRepository, flag, repositoryParameter, required, runGit } from './run-git.ts';

export const gitMerge = defineTool({
  name: 'git_merge',
  title: 'Git merge',
  description:
    'Merge a branch into the current one; conflicts are left as markers in the files, to be edited, staged with git_add and concluded with git_commit.',
  ...changesRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      branch: {
        type: 'string',
        description: "The branch or commit to merge, such as 'feature' or 'origin/main'.",
      },
      message: { type: 'string', description: 'The message of a merge commit. Defaults to the one of git.' },
      abort: flag('Whether to give up a merge that has conflicts.'),
    },
  },
  timeoutSeconds: 120,
  summaryParameter: 'branch',
  async execute({ path = '.', branch, message, abort = false }, context) {
    if (abort) return runGit(['merge', '--abort'], path, context, 'The merge is aborted.');
    const name = required('branch', branch, 'merge');
    const text = message === undefined ? ['--no-edit'] : [`--message=${message}`];
    return runGit(['merge', ...text, name], path, context);
  },
});
