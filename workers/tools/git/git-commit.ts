/** Commits what is staged. */
import { defineTool } from '../tool.ts';
import { repositoryParameter, runGit } from './run-git.ts';

export const gitCommit = defineTool({
  name: 'git_commit',
  title: 'Git commit',
  description:
    'Commit what is staged in a git repository; also concludes a merge whose conflicts are resolved and staged.',
  category: 'git',
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      message: {
        type: 'string',
        minLength: 1,
        description: 'The commit message: a short line, then details if needed.',
      },
      all: {
        type: 'boolean',
        default: false,
        description:
          'Whether to stage all changed and deleted files first, new files not. Defaults to false.',
      },
      amend: {
        type: 'boolean',
        default: false,
        description: 'Whether to replace the last commit. Defaults to false.',
      },
    },
    required: ['message'],
  },
  capabilities: ['files.write', 'git'],
  runs: 'code',
  timeoutSeconds: 120,
  summaryParameter: 'message',
  async execute({ path = '.', message, all = false, amend = false }, context) {
    const options = [...(all ? ['--all'] : []), ...(amend ? ['--amend'] : [])];
    return runGit(['commit', ...options, `--message=${message}`], path, context);
  },
});
