/** Lists commits. */
import { defineTool } from '#workers/tools/tool.ts';
import { flag, optional, readsRepository, repositoryParameter, runGit } from './run-git.ts';

export const gitLog = defineTool({
  name: 'git_log',
  title: 'Git log',
  description: 'List the commits of a git repository, newest first, with author, date and message.',
  ...readsRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      max_count: {
        type: 'integer',
        minimum: 1,
        maximum: 500,
        default: 20,
        description: 'How many commits to list.',
      },
      range: {
        type: 'string',
        description: "A branch, or a range such as 'main..feature'. Defaults to HEAD.",
      },
      file: {
        type: 'string',
        description: "Only commits that changed this file or folder, relative to 'path'.",
      },
      oneline: flag('Whether each commit takes one line.'),
      stat: flag('Whether to list the changed files.'),
    },
  },
  timeoutSeconds: 60,
  summaryParameter: 'path',
  async execute({ path = '.', max_count = 20, range, file, oneline = false, stat = false }, context) {
    const form = [...(oneline ? ['--oneline'] : []), ...(stat ? ['--stat'] : [])];
    const args = ['log', '--decorate', `-n${max_count}`, ...form, ...optional('range', range)];
    return runGit([...args, '--', ...(file === undefined ? [] : [file])], path, context, 'No commits.');
  },
});
