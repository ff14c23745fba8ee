/** Creates a repository. */
import { defineTool } from '#workers/tools/tool.ts';
import { changesRepository, repositoryParameter, runGit } from './run-git.ts';

export const gitInit = defineTool({
  name: 'git_init',
  title: 'Git init',
  description: 'Make a folder of the workspace a git repository.',
  ...changesRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      branch: { type: 'string', default: 'main', description: 'The first branch.' },
    },
  },
  timeoutSeconds: 60,
  summaryParameter: 'path',
  async execute({ path = '.', branch = 'main' }, context) {
    return runGit(['init', `--initial-branch=${branch}`], path, context);
  },
});
