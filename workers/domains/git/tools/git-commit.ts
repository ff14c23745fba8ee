/** Commits what is staged. */
import { defineTool } from '#workers/tools/tool.ts';
import { changesRepository, flag, repositoryParameter, runGit, type GitToolContext } from './run-git.ts';

/** The result lists the changes of at most this many files. */
const maxFiles = 30;

export const gitCommit = defineTool({
  name: 'git_commit',
  title: 'Git commit',
  description:
    'Commit what is staged in a git repository; also concludes a merge whose conflicts are resolved and staged.',
  ...changesRepository,
  parameters: {
    type: 'object',
    properties: {
      ...repositoryParameter,
      message: {
        type: 'string',
        minLength: 1,
        description: 'The commit message: a short line, then details if needed.',
      },
      all: flag('Whether to stage all changed and deleted files first, new files not.'),
      amend: flag('Whether to replace the last commit.'),
    },
    required: ['message'],
  },
  timeoutSeconds: 120,
  summaryParameter: 'message',
  async execute({ path = '.', message, all = false, amend = false }, context) {
    const options = [...(all ? ['--all'] : []), ...(amend ? ['--amend'] : [])];
    const made = await runGit(['commit', ...options, `--message=${message}`], path, context);
    if (typeof made === 'string' || !('content' in made) || typeof made.content !== 'string') return made;
    const [head, ...rest] = made.content.split('\n');
    return { ...made, content: [head, ...(await changedFiles(path, context)), ...rest].join('\n') };
  },
});

/** One line per file with the number of its added and removed lines, as `git show --stat` prints it. */
async function changedFiles(path: string, context: GitToolContext): Promise<string[]> {
  // The commit exists already, so a failure here is ignored.
  const shown = await runGit(['show', '--stat', '--format=', 'HEAD'], path, context).catch(() => '');
  const { content } = typeof shown === 'object' && 'content' in shown ? shown : { content: '' };
  const text = typeof content === 'string' ? content : '';
  const files = text.split('\n').filter((line) => / \| /.test(line));
  const left = files.length - maxFiles;
  return left > 0 ? [...files.slice(0, maxFiles), ` … and ${left} more files`] : files;
}
