/** Lists and changes branches. */
import { defineTool } from '#workers/tools/tool.ts';
import { changesRepository, flag, optional, repositoryParameter, required, runGit } from './run-git.ts';

export const gitBranch = defineTool({
  name: 'git_branch',
  title: 'Git branch',
  description: 'List, create, delete or rename branches of a git repository; git_checkout switches to one.',
  ...changesRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      action: {
        type: 'string',
        enum: ['list', 'create', 'delete', 'rename'],
        default: 'list',
        description: "'list' includes branches of servers.",
      },
      name: { type: 'string', description: 'The branch to create, delete or rename.' },
      new_name: { type: 'string', description: "The new name, for 'rename'." },
      start: { type: 'string', description: 'Where a new branch begins. Defaults to HEAD.' },
      force: flag('Whether to delete a branch whose commits are nowhere else.'),
    },
  },
  timeoutSeconds: 60,
  summaryParameter: 'name',
  async execute({ path = '.', action = 'list', name, new_name, start, force = false }, context) {
    if (action === 'list')
      return runGit(['branch', '--all', '-vv'], path, context, 'No branches: commit something first.');
    const branch = required('name', name, `${action} a branch`);
    if (action === 'delete') return runGit(['branch', force ? '-D' : '-d', branch], path, context);
    if (action === 'rename') {
      const to = required('new_name', new_name, 'rename a branch');
      return runGit(['branch', '-m', branch, to], path, context, `Renamed branch ${branch} to ${to}.`);
    }
    return runGit(
      ['branch', branch, ...optional('start', start)],
      path,
      context,
      `Created branch ${branch}.`,
    );
  },
});
