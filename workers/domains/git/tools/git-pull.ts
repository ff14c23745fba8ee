/** Fetches and merges. */
import { defineTool } from '#workers/tools/tool.ts';
import { named, optional, repositoryParameter, runGit, talksToServer } from './run-git.ts';

export const gitPull = defineTool({
  name: 'git_pull',
  title: 'Git pull',
  description: 'Fetch from a remote git repository and merge into the current branch.',
  ...talksToServer,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      remote: {
        type: 'string',
        description: "The remote's name. Defaults to that of the branch, or 'origin'.",
      },
      branch: {
        type: 'string',
        description: 'The branch to merge. Defaults to the one that the current branch follows.',
      },
    },
  },
  summaryParameter: 'branch',
  async execute({ path = '.', remote, branch }, context) {
    const from =
      branch === undefined
        ? optional('remote', remote)
        : [named('remote', remote ?? 'origin'), named('branch', branch)];
    return runGit(['pull', '--no-rebase', ...from], path, context);
  },
});
