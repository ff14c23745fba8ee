/** `git remote`: lists, adds, removes and renames remotes, and changes their URLs. */
import { parseConfig, removeSection, setConfig } from '../../config.ts';
import { fatal, GitError } from '../../git-context.ts';
import { listRefs, symbolicRef, updateRef } from '../../refs/refs.ts';
import { parseAddress, withoutCredentials } from '../../remote/address.ts';
import { editConfig, type Repository } from '../../repository.ts';
import { changing, type Output } from '../subcommand.ts';

type Verb = (repository: Repository, args: readonly string[]) => Promise<Output | string>;

const verbs: Readonly<Record<string, Verb>> = {
  add,
  remove,
  rm: remove,
  rename,
  'set-url': setUrl,
  'get-url': async (repository, [name = '']) => `${withoutCredentials(await urlOf(repository, name))}\n`,
  show: async (repository, [name]) =>
    name === undefined ? list(repository, false) : showRemote(repository, name),
};

export const remote = changing(async (repository, args): Promise<Output | string> => {
  const [verb, ...rest] = args.filter(
    (argument) => argument !== '-v' && argument !== '--verbose' && argument !== '-f',
  );
  if (verb === undefined)
    return list(
      repository,
      args.some((argument) => argument === '-v' || argument === '--verbose'),
    );
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run)
    throw new GitError(
      `error: unknown subcommand: '${verb}'. Use one of: ${Object.keys(verbs).join(', ')}`,
      1,
    );
  return run(repository, rest);
});

async function remotes(repository: Repository): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { key, value } of await repository.config()) {
    const name = /^remote\.(.+)\.url$/.exec(key)?.[1];
    if (name !== undefined && !found.has(name)) found.set(name, value);
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function list(repository: Repository, isVerbose: boolean): Promise<string> {
  const lines: string[] = [];
  for (const [name, url] of await remotes(repository)) {
    const shown = withoutCredentials(url);
    lines.push(isVerbose ? `${name}\t${shown} (fetch)\n${name}\t${shown} (push)\n` : `${name}\n`);
  }
  return lines.join('');
}

async function showRemote(repository: Repository, name: string): Promise<string> {
  const url = withoutCredentials(await urlOf(repository, name));
  const branches = [...(await listRefs(repository, `refs/remotes/${name}/`)).keys()]
    .map((ref) => ref.slice(`refs/remotes/${name}/`.length))
    .filter((branch) => branch !== 'HEAD');
  const list = branches.map((branch) => `    ${branch}\n`).join('');
  return `* remote ${name}\n  Fetch URL: ${url}\n  Push  URL: ${url}\n  Remote branches (as last fetched):\n${list}`;
}

async function urlOf(repository: Repository, name: string): Promise<string> {
  const url = (await remotes(repository)).get(name);
  if (url === undefined) throw new GitError(`error: No such remote '${name}'`, 2);
  return url;
}

async function add(repository: Repository, [name = '', url = '']: readonly string[]): Promise<Output> {
  if (name === '' || url === '') throw fatal('usage: git remote add <name> <url>');
  if (!/^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(name) || name.includes('..'))
    throw fatal(`'${name}' is not a valid remote name`);
  if ((await remotes(repository)).has(name)) throw new GitError(`error: remote ${name} already exists.`, 3);
  return { stderr: await addRemote(repository, name, url) };
}

/** Returns a warning if credentials were removed from the URL, else ''. */
export async function addRemote(repository: Repository, name: string, text: string): Promise<string> {
  const { url, credentials } = parseAddress(text);
  await editConfig(repository, (before) => {
    const withUrl = setConfig(before, `remote.${name}.url`, url);
    return setConfig(withUrl, `remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`);
  });
  return credentials ? strippedNote : '';
}

export const strippedNote =
  'warning: the user name and token in the address were not stored. Save them under Settings > Git, where they stay secret\n';

async function remove(repository: Repository, [name = '']: readonly string[]): Promise<string> {
  await urlOf(repository, name);
  await editConfig(repository, (text) =>
    branchesOf(name, text).reduce(removeSection, removeSection(text, `remote.${name}`)),
  );
  for (const ref of (await listRefs(repository, `refs/remotes/${name}/`)).keys())
    await updateRef(repository, ref, undefined, '');
  return '';
}

/** The config sections of the branches whose upstream is at this remote. */
function branchesOf(remote: string, config: string): string[] {
  return parseConfig(config).flatMap(({ key, value }) =>
    value === remote ? (/^(branch\..+)\.remote$/.exec(key)?.[1] ?? []) : [],
  );
}

async function rename(repository: Repository, [from = '', to = '']: readonly string[]): Promise<string> {
  const url = await urlOf(repository, from);
  if (!/^[A-Za-z0-9_][\w./-]*$/.test(to) || to.includes('..'))
    throw fatal(`'${to}' is not a valid remote name`);
  const { fs, gitdir } = repository;
  const refs = await listRefs(repository, `refs/remotes/${from}/`);
  const head = await symbolicRef(repository, `refs/remotes/${from}/HEAD`);
  await editConfig(repository, (text) =>
    branchesOf(from, text).reduce(
      (changed, branch) => setConfig(changed, `${branch}.remote`, to),
      removeSection(text, `remote.${from}`),
    ),
  );
  await addRemote(repository, to, url);
  for (const [ref, oid] of refs) {
    await updateRef(repository, ref, undefined, '');
    const renamed = `refs/remotes/${to}/${ref.slice(`refs/remotes/${from}/`.length)}`;
    if (!ref.endsWith('/HEAD') || !head)
      await updateRef(repository, renamed, oid, `remote: renamed ${ref} to ${renamed}`);
  }
  if (head) fs.write(`${gitdir}/refs/remotes/${to}/HEAD`, `ref: ${head.replace(`/${from}/`, `/${to}/`)}\n`);
  return '';
}

async function setUrl(repository: Repository, args: readonly string[]): Promise<Output> {
  const [name = '', text = ''] = args.filter((argument) => !argument.startsWith('--'));
  await urlOf(repository, name);
  const { url, credentials } = parseAddress(text);
  const key = args.includes('--push') ? 'pushurl' : 'url';
  await editConfig(repository, (before) => setConfig(before, `remote.${name}.${key}`, url));
  return { stderr: credentials ? strippedNote : '' };
}
