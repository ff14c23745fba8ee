/** Shows changes of a repository as a unified diff. */
import { defineTool } from '#workers/tools/tool.ts';
import {
  flag,
  named,
  optional,
  pathsDescription,
  pathsParameter,
  readsRepository,
  repositoryParameter,
  runGit,
} from './run-git.ts';

export const gitDiff = defineTool({
  name: 'git_diff',
  title: 'Git diff',
  description:
    'Show changes as a unified diff: of the working tree, of what is staged, between two revisions, or of one commit with its message.',
  ...readsRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      staged: flag('Whether to show what the next commit would hold, instead of what is not staged.'),
      commit: { type: 'string', description: "Show what this commit changed, such as 'HEAD' or 'a1b2c3d'." },
      from: { type: 'string', description: "Compare from this revision, such as 'main' or 'HEAD~2'." },
      to: {
        type: 'string',
        description: "To this revision. Without it, 'from' is compared with the working tree.",
      },
      paths: pathsParameter(`Only these. ${pathsDescription}`),
      stat: flag('Whether to show only how many lines changed in each file.'),
    },
  },
  timeoutSeconds: 60,
  summaryParameter: 'path',
  async execute({ path = '.', staged = false, commit, from, to, paths = [], stat = false }, context) {
    const form = stat ? ['--stat'] : [];
    const limit = ['--', ...paths];
    if (commit !== undefined)
      return runGit(['show', ...form, named('commit', commit), ...limit], path, context);
    const revisions = [...optional('from', from), ...optional('to', to)];
    if (from === undefined && to !== undefined) revisions.unshift('HEAD');
    const args = ['diff', ...form, ...(staged ? ['--staged'] : []), ...revisions, ...limit];
    return runGit(args, path, context, 'No changes.');
  },
});
