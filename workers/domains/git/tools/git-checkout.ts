/** Switches branches, and restores files. */
import { defineTool } from '#workers/tools/tool.ts';
import {
  changesRepository,
  flag,
  optional,
  pathsDescription,
  pathsParameter,
  repositoryParameter,
  required,
  runGit,
} from './run-git.ts';

export const gitCheckout = defineTool({
  name: 'git_checkout',
  title: 'Git checkout',
  description:
    'Switch a git repository to a branch or commit, create a branch, or restore files; local changes are never overwritten by a switch.',
  ...changesRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      target: {
        type: 'string',
        description:
          "The branch, tag or commit to switch to, or to restore 'paths' from. Without it, 'paths' are restored from what is staged.",
      },
      create: flag("Whether 'target' is a new branch to create and switch to."),
      paths: pathsParameter(
        `Restore these instead of switching; their changes are lost. ${pathsDescription}`,
      ),
    },
  },
  timeoutSeconds: 120,
  summaryParameter: 'target',
  async execute({ path = '.', target, create = false, paths = [] }, context) {
    if (paths.length > 0)
      return runGit(['checkout', ...optional('target', target), '--', ...paths], path, context, 'Restored.');
    const name = required('target', target, 'switch');
    return runGit(['checkout', ...(create ? ['-b'] : []), name], path, context);
  },
});
