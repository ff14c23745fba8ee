/** Creates a repository. */
import { defineTool } from '#workers/tools/tool.ts';
import { repositoryParameter, runGit } from './run-git.ts';

export const gitInit = defineTool({
  name: 'git_init',
  title: 'Git init',
  description: 'Make a folder of the workspace a git repository.',
  category: 'git',
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      branch: { type: 'string', default: 'main', description: "The first branch. Defaults to 'main'." },
    },
  },
  capabilities: ['files.write', 'git'],
  runs: 'code',
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 60,
  summaryParameter: 'path',
  async execute({ path = '.', branch = 'main' }, context) {
    return runGit(['init', `--initial-branch=${branch}`], path, context);
  },
});
