/** Shows the state of a repository. */
import { defineTool } from '#workers/tools/tool.ts';
import { readsRepository, repositoryParameter, runGit } from './run-git.ts';

export const gitStatus = defineTool({
  name: 'git_status',
  title: 'Git status',
  description:
    'Show the branch, what is staged, changed and untracked in a git repository, as git status prints it.',
  ...readsRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
    },
  },
  timeoutSeconds: 60,
  summaryParameter: 'path',
  async execute({ path = '.' }, context) {
    return runGit(['status'], path, context);
  },
});
