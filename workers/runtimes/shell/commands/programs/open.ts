/** `open`: shows the user links to files of the workspace; the page opens them in its preview. */
import * as limits from '#shared/limits.ts';
import { command, CommandError, type CommandContext, pathOf, type RunCommand, text } from '../command.ts';

/** Maximum number of links that one command shows. */
const maxLinks = 5;

export type OpenDeps = {
  /** The workspace paths that the command shows; filled by `open`. */
  opened: string[];
};

export function open({ opened }: OpenDeps): RunCommand {
  return command('open', 1, async (args, context) => {
    if (args.length === 0) throw new CommandError('name a file: open FILE...');
    const paths: string[] = [];
    for (const name of args) paths.push(await find(context, name));
    const shown = new Set([...opened, ...paths]);
    if (shown.size > maxLinks)
      throw new CommandError(`at most ${maxLinks} files of one command can be shown`);
    opened.splice(0, opened.length, ...shown);
    return text(paths.map((path) => `A link to ${path || 'the workspace'} is shown to the user.\n`).join(''));
  });
}

async function find(context: CommandContext, name: string): Promise<string> {
  if (/^[a-z]+:\/\//i.test(name))
    throw new CommandError(`${name}: only files can be opened; the user can tap an address in your answer`);
  const path = pathOf(context, name);
  if (!(await context.fs.exists(path))) throw new CommandError(`${name}: No such file or directory`);
  const [, inside] = /^\/workspace(?:\/(.*))?$/.exec(path) ?? [];
  if (inside === undefined && path !== '/workspace')
    throw new CommandError(`${name}: only files of the workspace can be shown; copy it to /workspace`);
  if ((inside ?? '').length > limits.metadataCharacters)
    throw new CommandError(`${name}: the path is too long to be shown; move the file up`);
  return inside ?? '';
}
