/** Downloads what is new on a server. */
import { defineTool } from '#workers/tools/tool.ts';
import { flag, optional, repositoryParameter, runGit, talksToServer } from './run-git.ts';

export const gitFetch = defineTool({
  name: 'git_fetch',
  title: 'Git fetch',
  description: 'Download new commits, branches and tags of a remote git repository without changing files.',
  ...talksToServer,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      remote: {
        type: 'string',
        description: "The remote's name. Defaults to that of the branch, or 'origin'.",
      },
      prune: flag('Whether to forget branches that are gone on the server.'),
    },
  },
  summaryParameter: 'remote',
  async execute({ path = '.', remote, prune = false }, context) {
    const args = ['fetch', ...(prune ? ['--prune'] : []), ...optional('remote', remote)];
    return runGit(args, path, context, 'Nothing new.');
  },
});
