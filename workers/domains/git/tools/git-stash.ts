/** Puts changes aside. */
import { defineTool } from '#workers/tools/tool.ts';
import { changesRepository, flag, repositoryParameter, runGit } from './run-git.ts';

export const gitStash = defineTool({
  name: 'git_stash',
  title: 'Git stash',
  description: 'Put local changes of a git repository aside, list them, and bring them back.',
  ...changesRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      action: {
        type: 'string',
        enum: ['push', 'pop', 'apply', 'list', 'show', 'drop'],
        default: 'push',
        description: "'push' puts changes aside, 'pop' brings the last ones back.",
      },
      message: { type: 'string', description: "A name for what is put aside, for 'push'." },
      include_untracked: flag("Whether 'push' takes new files along."),
      entry: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'Which entry, 0 is the last.',
      },
    },
  },
  timeoutSeconds: 60,
  summaryParameter: 'action',
  async execute({ path = '.', action = 'push', message, include_untracked = false, entry = 0 }, context) {
    if (action === 'list') return runGit(['stash', 'list'], path, context, 'No stash entries.');
    if (action !== 'push') return runGit(['stash', action, `stash@{${entry}}`], path, context);
    const options = [
      ...(include_untracked ? ['-u'] : []),
      ...(message === undefined ? [] : [`--message=${message}`]),
    ];
    return runGit(['stash', 'push', ...options], path, context);
  },
});
