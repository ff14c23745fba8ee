/** Shows the state of a repository. */
import { defineTool } from '#workers/tools/tool.ts';
import { repositoryParameter, runGit } from './run-git.ts';

export const gitStatus = defineTool({
  name: 'git_status',
  title: 'Git status',
  description:
    'Show the branch, what is staged, changed and untracked in a git repository, as git status prints it.',
  category: 'git',
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
    },
  },
  capabilities: ['files.read', 'git'],
  runs: 'code',
  repeatable: true,
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 60,
  summaryParameter: 'path',
  async execute({ path = '.' }, context) {
    return runGit(['status'], path, context);
  },
});
