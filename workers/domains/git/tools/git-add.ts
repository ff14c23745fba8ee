/** Stages files. */
import { defineTool } from '#workers/tools/tool.ts';
import {
  changesRepository,
  pathsDescription,
  pathsParameter,
  repositoryParameter,
  runGit,
} from './run-git.ts';

export const gitAdd = defineTool({
  name: 'git_add',
  title: 'Git add',
  description: 'Stage files for the next git commit; returns what is staged and what is not.',
  ...changesRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      paths: pathsParameter(`What to stage, deletions included. ${pathsDescription} Defaults to everything.`),
    },
  },
  timeoutSeconds: 120,
  summaryParameter: 'path',
  async execute({ path = '.', paths = [] }, context) {
    const what = paths.length > 0 ? ['--', ...paths] : ['-A'];
    await runGit(['add', ...what], path, context);
    return runGit(['status', '--short'], path, context, 'Nothing to commit.');
  },
});
