/** `git apply`: applies patches to files of the working tree, all of them or nothing. */
import type { FileChange } from '#workers/contracts/ports/file-port.ts';
import { bytesOfLatin1, latin1Of } from '#workers/text/encoding/latin1.ts';
import { applyHunks } from '#workers/text/patch/patch-apply.ts';
import { parsePatch, PatchError, type FilePatch, type Hunk } from '#workers/text/patch/patch-parse.ts';
import { encode } from '../../bytes.ts';
import { fatal, GitError } from '../../git-context.ts';
import { inWorkspace, openRepository } from '../../repository.ts';
import { parseOptions } from '../options.ts';
import type { Invocation, Output } from '../subcommand.ts';

const value = { takes: 'value' } as const;
const specs = {
  check: {},
  reverse: { short: 'R' },
  stat: {},
  numstat: {},
  summary: {},
  apply: {},
  verbose: { short: 'v' },
  quiet: { short: 'q' },
  recount: {},
  whitespace: value,
  '3way': { short: '3' },
  index: {},
  cached: {},
  reject: {},
  'no-add': {},
  directory: value,
  include: value,
  exclude: value,
} as const;
const refused = ['3way', 'index', 'cached', 'reject', 'no-add', 'directory', 'include', 'exclude'] as const;

export async function apply({ args, context, cwd }: Invocation): Promise<Output> {
  const options = parseOptions(
    args.filter((arg) => arg !== '-p1'),
    specs,
  );
  const missing = refused.find((name) => options.has(name));
  if (missing !== undefined)
    throw fatal(
      `git apply --${missing} is not available here. Apply the patch without it, then use git add; what does not fit is named, and nothing is changed`,
    );
  const names = [...options.rest, ...(options.paths ?? [])];
  const folder = inWorkspace(cwd);
  const root = await openRepository(context, cwd).then(
    ({ dir }) => dir,
    () => folder,
  );
  const patches: FilePatch[] = [];
  for (const name of names.length > 0 ? names : ['-']) {
    const bytes =
      name === '-'
        ? encode(context.stdin ?? '')
        : new Uint8Array(await (await context.files.read(inWorkspace(name, folder))).arrayBuffer());
    patches.push(...readPatch(latin1Of(bytes)));
  }
  const wanted = options.has('reverse') ? patches.map(reversed).reverse() : patches;
  const isShown = options.has('stat', 'numstat', 'summary');
  if (!isShown || options.has('apply', 'check')) await applyAll(context, root, wanted, options.has('check'));
  return { stdout: isShown ? counted(wanted, options.has('numstat')) : '' };
}

function readPatch(text: string): FilePatch[] {
  try {
    return parsePatch(text).map(({ from, to, hunks }) => ({ from: nameOf(from), to: nameOf(to), hunks }));
  } catch (error) {
    if (error instanceof PatchError) throw new GitError(`error: No valid patches in input: ${error.message}`);
    throw error;
  }
}

/** The text of a patch has one character per byte; quoted names are decoded already. */
function nameOf(name: string | null): string | null {
  if (name === null || /[^\0-\xff]/.test(name)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOfLatin1(name));
  } catch {
    return name;
  }
}

function reversed({ from, to, hunks }: FilePatch): FilePatch {
  const kinds = { ' ': ' ', '+': '-', '-': '+' } as const;
  return {
    from: to,
    to: from,
    hunks: hunks.map((hunk): Hunk => ({
      ...hunk,
      oldStart: hunk.newStart,
      newStart: hunk.oldStart,
      lines: hunk.lines.map(({ kind, text }) => ({ kind: kinds[kind], text })),
    })),
  };
}

async function applyAll(
  { files }: Invocation['context'],
  root: string,
  patches: readonly FilePatch[],
  isCheck: boolean,
): Promise<void> {
  const place = (name: string) => inWorkspace(name, root);
  const paths = patches.flatMap(({ from, to }) =>
    [from, to].flatMap((name) => (name === null ? [] : place(name))),
  );
  await files.change([...new Set(paths)], async (read) => {
    /** The bytes after the patches so far, one character each; `null` means that there is no file. */
    const texts = new Map<string, string | null>();
    const textOf = async (path: string) => {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const file = await read(path);
      return file && latin1Of(new Uint8Array(await file.arrayBuffer()));
    };
    for (const patch of patches) {
      const { from, to } = patch;
      const before = from === null ? '' : await textOf(place(from));
      const isTaken = to !== null && to !== from && (await textOf(place(to))) !== null;
      const after = patched(patch, before, isTaken);
      if (from !== null && from !== to) texts.set(place(from), null);
      if (to !== null) texts.set(place(to), after);
    }
    if (isCheck) return [];
    return [...texts].map(([path, text]): FileChange =>
      text === null
        ? { type: 'remove', path }
        : { type: 'write', path, content: new Blob([bytesOfLatin1(text)]) },
    );
  });
}

/** `before` is null if there is no file; `isTaken`: a file has the new name already. */
function patched({ from, to, hunks }: FilePatch, before: string | null, isTaken: boolean): string {
  if (before === null) throw failed(`${from}: No such file or directory`);
  if (isTaken) throw failed(`${to}: already exists in working directory`);
  const outcome = applyHunks(to ?? from ?? '', before, hunks);
  if (outcome.type === 'rejected')
    throw failed(`patch failed: ${from}:${hunks[0]?.oldStart ?? 1}\nerror: ${from}: patch does not apply`);
  if (to === null && outcome.text !== '') throw failed(`removal patch leaves file contents: ${from}`);
  return outcome.text;
}

function failed(message: string): GitError {
  return new GitError(`error: ${message}`, 1);
}

/** Lines added and removed by file, as `--numstat` or as a short `--stat`. */
function counted(patches: readonly FilePatch[], isNumbers: boolean): string {
  const rows = patches.map(({ from, to, hunks }) => {
    const count = (kind: string) =>
      hunks.flatMap(({ lines }) => lines).filter((line) => line.kind === kind).length;
    return { name: to ?? from ?? '', added: count('+'), removed: count('-') };
  });
  if (isNumbers) return rows.map(({ name, added, removed }) => `${added}\t${removed}\t${name}\n`).join('');
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const digits = Math.max(1, ...rows.map(({ added, removed }) => String(added + removed).length));
  const lines = rows.map(({ name, added, removed }) => {
    const graph = '+'.repeat(Math.min(40, added)) + '-'.repeat(Math.min(40, removed));
    return ` ${name.padEnd(width)} | ${String(added + removed).padStart(digits)} ${graph}`.trimEnd() + '\n';
  });
  const total = (pick: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0);
  const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;
  const [added, removed] = [total((row) => row.added), total((row) => row.removed)];
  return `${lines.join('')} ${[
    many(rows.length, 'file changed', 'files changed'),
    ...(added > 0 || removed === 0 ? [many(added, 'insertion(+)', 'insertions(+)')] : []),
    ...(removed > 0 || added === 0 ? [many(removed, 'deletion(-)', 'deletions(-)')] : []),
  ].join(', ')}\n`;
}
