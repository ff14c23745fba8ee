/** `git tag`: lists, creates and deletes tags. */
import { short } from '../../diff/patch.ts';
import { fatal, GitError } from '../../git-context.ts';
import { parseTag, readCommit, createSignature, subjectOf, writeTag } from '../../objects/commits.ts';
import { isRefName, listRefs, resolveRef, updateRef } from '../../refs/refs.ts';
import { peel, resolveCommit, resolveRevision } from '../../refs/revisions.ts';
import { requireIdentity, type Repository } from '../../repository.ts';
import { compileName } from '../../worktree/glob.ts';
import { cleanMessage } from '../changes/commit.ts';
import { parseOptions } from '../options.ts';
import { changing } from '../subcommand.ts';

export const tag = changing(async (repository, args) => {
  const options = parseOptions(args, {
    annotate: { short: 'a' },
    message: { short: 'm', takes: 'value' },
    delete: { short: 'd' },
    force: { short: 'f' },
    list: { short: 'l' },
    lines: { short: 'n', takes: 'optional' },
    'points-at': { takes: 'value' },
  });
  if (options.has('delete')) return deleteTags(repository, options.rest);
  const [name, target = 'HEAD'] = options.rest;
  if (name === undefined || options.has('list') || options.has('lines') || options.has('points-at'))
    return listTags(repository, options.rest, options.has('lines'), options.value('points-at'));
  const ref = `refs/tags/${name}`;
  if (name.startsWith('-') || !isRefName(ref)) throw fatal(`'${name}' is not a valid tag name.`);
  if (!options.has('force') && (await resolveRef(repository, ref)))
    throw fatal(`tag '${name}' already exists`);
  const oid = await resolveRevision(repository, target);
  const messages = options.values('message');
  if (messages.length === 0) {
    if (options.has('annotate')) throw new GitError('fatal: no tag message?\nGive it with -m "message".');
    await updateRef(repository, ref, oid, '');
    return '';
  }
  const { type } = await repository.objects.read(oid);
  const tagger = createSignature(await requireIdentity(repository));
  const message = cleanMessage(messages.join('\n\n'));
  const made = writeTag(repository.objects, { object: oid, type, tag: name, tagger, message });
  await updateRef(repository, ref, made, '');
  return '';
});

async function deleteTags(repository: Repository, names: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const name of names) {
    const oid = await resolveRef(repository, `refs/tags/${name}`);
    if (!oid) throw new GitError(`error: tag '${name}' not found.`, 1, lines.join(''));
    await updateRef(repository, `refs/tags/${name}`, undefined, '');
    lines.push(`Deleted tag '${name}' (was ${short(oid)})\n`);
  }
  return lines.join('');
}

async function listTags(
  repository: Repository,
  patterns: readonly string[],
  isAnnotated: boolean,
  pointsAt: string | undefined,
): Promise<string> {
  const globs = patterns.map(compileName);
  const wanted = pointsAt === undefined ? undefined : await resolveCommit(repository, pointsAt);
  const lines: string[] = [];
  for (const [ref, oid] of await listRefs(repository, 'refs/tags/')) {
    const name = ref.slice('refs/tags/'.length);
    if (globs.length > 0 && !globs.some((glob) => glob(name))) continue;
    if (wanted !== undefined && (await peel(repository, oid, undefined)) !== wanted) continue;
    lines.push(isAnnotated ? `${name.padEnd(15)} ${await subject(repository, oid)}\n` : `${name}\n`);
  }
  return lines.join('');
}

async function subject(repository: Repository, oid: string): Promise<string> {
  const { type, bytes } = await repository.objects.read(oid);
  if (type === 'tag') return subjectOf(parseTag(bytes));
  return type === 'commit' ? subjectOf(await readCommit(repository.objects, oid)) : '';
}
