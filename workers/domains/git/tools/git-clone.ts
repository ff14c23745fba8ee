/** Clones a repository. */
import { defineTool } from '#workers/tools/tool.ts';
import { named, optional, runGit, talksToServer } from './run-git.ts';

export const gitClone = defineTool({
  name: 'git_clone',
  title: 'Git clone',
  description: 'Clone a git repository from an https address into a folder of the workspace.',
  ...talksToServer,
  parameters: {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        minLength: 1,
        description: "The repository's address, such as 'https://github.com/team/app.git'.",
      },
      path: { type: 'string', description: 'The new folder. Defaults to the name of the repository.' },
      branch: {
        type: 'string',
        description: 'The branch or tag to check out. Defaults to that of the server.',
      },
      depth: {
        type: 'integer',
        minimum: 1,
        description:
          'How many commits to take; 1 is enough to work on the files of a large repository. Defaults to all.',
      },
    },
    required: ['url'],
  },
  returns: ['page', 'file'],
  contacts: { type: 'hosts', parameters: ['url'] },
  summaryParameter: 'url',
  async execute({ url, path, branch, depth }, context) {
    const options = [
      ...(branch === undefined ? [] : [`--branch=${branch}`]),
      ...(depth === undefined ? [] : [`--depth=${depth}`]),
    ];
    const folder = optional('path', path);
    return runGit(['clone', ...options, named('url', url), ...folder], '.', context);
  },
});
