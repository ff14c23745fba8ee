/** Sends commits to a server. */
import { defineTool } from '#workers/tools/tool.ts';
import { flag, named, optional, repositoryParameter, runGit, talksToServer } from './run-git.ts';

export const gitPush = defineTool({
  name: 'git_push',
  title: 'Git push',
  description: 'Send commits of the current or another branch to a remote git repository.',
  ...talksToServer,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      remote: { type: 'string', default: 'origin', description: "The remote's name." },
      branch: {
        type: 'string',
        description: "The branch or tag, or 'local:remote'. Defaults to the current branch.",
      },
      set_upstream: flag(
        'Whether the branch follows the one of the server from then on; a new branch needs it.',
      ),
      force: flag('Whether to replace commits on the server, if nobody pushed since the last fetch.'),
    },
  },
  summaryParameter: 'branch',
  async execute({ path = '.', remote = 'origin', branch, set_upstream = false, force = false }, context) {
    const options = [...(set_upstream ? ['--set-upstream'] : []), ...(force ? ['--force-with-lease'] : [])];
    return runGit(
      ['push', ...options, named('remote', remote), ...optional('branch', branch)],
      path,
      context,
    );
  },
});
