/** `git init` and `git config`. */
import { configValue, normalKey, parseConfig, removeSection, setConfig } from '../config.ts';
import { fatal, GitError, usage } from '../git-context.ts';
import { checkBranchName, readHead } from '../refs/refs.ts';
import {
  createRepository,
  globalConfig,
  inWorkspace,
  join,
  openRepository,
  type Repository,
} from '../repository.ts';
import { withoutCredentials } from '../remote/address.ts';
import { defaultBranch } from './branches/branch.ts';
import { parseOptions } from './options.ts';
import type { Invocation, Output, Subcommand } from './subcommand.ts';

export const init: Subcommand = async ({ args, context, cwd }) => {
  const options = parseOptions(args, {
    'initial-branch': { short: 'b', takes: 'value' },
    quiet: { short: 'q' },
    bare: {},
  });
  if (options.has('bare')) throw fatal('bare repositories are not supported: leave --bare out');
  const dir = inWorkspace(options.rest[0] ?? '.', inWorkspace(cwd));
  const repository = createRepository(context, dir, join(dir, '.git'), '');
  const isThere = (await repository.fs.read(`${repository.gitdir}/HEAD`)) !== null;
  if (!isThere) await writeEmpty(repository, options.value('initial-branch'));
  await repository.flush();
  const verb = isThere ? 'Reinitialized existing' : 'Initialized empty';
  return options.has('quiet') ? '' : `${verb} Git repository in /workspace/${join(dir, '.git')}/\n`;
};

/** Writes an empty repository. git requires these folders to exist. */
export async function writeEmpty(repository: Repository, branch: string | undefined): Promise<void> {
  const { fs, gitdir } = repository;
  const ref = checkBranchName(branch ?? (await defaultBranch(repository)));
  fs.write(`${gitdir}/HEAD`, `ref: ${ref}\n`);
  // The workspace has neither executable bits nor symbolic links.
  fs.write(
    `${gitdir}/config`,
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = false\n\tlogallrefupdates = true\n\tsymlinks = false\n',
  );
  fs.write(`${gitdir}/info/exclude`, '# Patterns of files that only this repository ignores.\n');
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
    fs.makeDirectory(`${gitdir}/${folder}`);
}

export const config: Subcommand = async (invocation) => {
  const options = parseOptions(invocation.args, {
    get: {},
    'get-all': {},
    unset: {},
    'unset-all': {},
    'remove-section': {},
    add: {},
    list: { short: 'l' },
    global: {},
    local: {},
    system: {},
    bool: {},
    int: {},
    type: { takes: 'value' },
    'show-origin': {},
  });
  if (options.has('system'))
    throw fatal('there is no system configuration here: use --global or leave it out');
  const target = await openConfig(invocation, options.has('global'));
  const [key, value] = options.rest;
  if (options.has('list'))
    return target.entries.map((entry) => `${entry.key}=${withoutCredentials(entry.value)}\n`).join('');
  if (key === undefined) throw usage('no action specified: name a key, such as user.name');
  if (options.has('remove-section')) return edit(target, (text) => removeSection(text, key));
  if (options.has('unset') || options.has('unset-all')) {
    if (configValue(parseConfig(target.text), key) === undefined) throw new GitError('', 5);
    return edit(target, (text) => setConfig(text, key, undefined));
  }
  if (value !== undefined && !options.has('get')) {
    const safe = /\.(push)?url$/.test(normalKey(key)) ? withoutCredentials(value) : value;
    return edit(target, (text) => setConfig(text, key, safe));
  }
  const wanted = normalKey(key);
  const found = target.entries
    .filter((entry) => entry.key === wanted)
    .map((entry) => withoutCredentials(entry.value));
  if (found.length === 0) throw new GitError('', 1);
  return `${(options.has('get-all') ? found : found.slice(-1)).join('\n')}\n`;
};

type Target = {
  repository: Repository;
  path: string;
  text: string;
  entries: readonly { key: string; value: string }[];
};

async function openConfig({ context, cwd }: Invocation, isGlobal: boolean): Promise<Target> {
  if (isGlobal) {
    const repository = createRepository(context, '', '.git', '');
    const text = (await repository.fs.readText(globalConfig)) ?? '';
    return { repository, path: globalConfig, text, entries: parseConfig(text) };
  }
  const repository = await openRepository(context, cwd);
  await readHead(repository);
  const path = `${repository.gitdir}/config`;
  const text = (await repository.fs.readText(path)) ?? '';
  return { repository, path, text, entries: await repository.config() };
}

/** Reads the file again under the lock, because another command may have changed it. */
async function edit({ repository, path }: Target, change: (text: string) => string): Promise<Output> {
  await repository.alone(async () => {
    repository.fs.write(path, change((await repository.fs.readText(path)) ?? ''));
  });
  return {};
}
