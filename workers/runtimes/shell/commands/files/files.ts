/** File commands that just-bash lacks: `realpath`, `mktemp`, `truncate`, `install`, `cmp`. */
import {
  command,
  type CommandContext,
  CommandError,
  joinLines,
  pathOf,
  readLatin1,
  describeFileError,
  text,
} from '../command.ts';
import { parseOptions } from '../options.ts';

export const realpath = command('realpath', 1, async (args, context) => {
  const options = parseOptions(
    args,
    'e/canonicalize-existing m/canonicalize-missing s/no-symlinks R/relative-to= q/quiet z/zero',
  );
  if (options.operands.length === 0) throw new CommandError('missing operand');
  const lines: string[] = [];
  let errors = '';
  const base = options.value('R');
  for (const name of options.operands) {
    try {
      const path = await real(context, name, options.has('m'), options.has('e'));
      lines.push(base === undefined ? path : relative(pathOf(context, base), path));
    } catch (error) {
      if (!options.has('q')) errors += `realpath: ${name}: ${describeFileError(error)}\n`;
    }
  }
  return text(joinLines(lines, options.has('z') ? '\0' : '\n'), errors ? 1 : 0, errors);
});

async function real(
  context: CommandContext,
  name: string,
  mayMiss: boolean,
  mustExist: boolean,
): Promise<string> {
  const path = pathOf(context, name);
  if (mayMiss) return path;
  if (await context.fs.exists(path)) return context.fs.realpath(path);
  if (mustExist) throw new CommandError('No such file or directory');
  // The last segment may be missing, but its folder must exist.
  await context.fs.stat(path.slice(0, path.lastIndexOf('/')) || '/');
  return path;
}

function relative(from: string, to: string): string {
  const [start, end] = [from, to].map((path) => path.split('/').filter(Boolean));
  if (!start || !end) return to;
  let shared = 0;
  while (shared < start.length && start[shared] === end[shared]) shared++;
  return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/') || '.';
}

export const mktemp = command('mktemp', 1, async (args, context) => {
  const options = parseOptions(args, 'd/directory u/dry-run p/tmpdir= S/suffix= q/quiet t');
  const [template = 'tmp.XXXXXXXXXX'] = options.operands;
  const marks = /X{3,}(?!.*X{3,})/.exec(template);
  if (!marks) throw new CommandError(`too few X's in template '${template}'`);
  const folder = options.value('p') ?? (options.operands.length === 0 || options.has('t') ? '/tmp' : '.');
  for (;;) {
    const name =
      template.slice(0, marks.index) +
      letters(marks[0].length) +
      template.slice(marks.index + marks[0].length);
    const shown =
      (folder === '.' || name.startsWith('/') ? name : `${folder}/${name}`) + (options.value('S') ?? '');
    const path = pathOf(context, shown);
    if (await context.fs.exists(path)) continue;
    if (options.has('d') && !options.has('u')) await context.fs.mkdir(path);
    else if (!options.has('u')) await context.fs.writeFile(path, '');
    return text(`${shown}\n`);
  }
});

function letters(count: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    alphabet.charAt(byte % alphabet.length),
  ).join('');
}

const sizeUnits: Record<string, number> = {
  '': 1,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  KB: 1000,
  MB: 1000 ** 2,
};
const maxBytes = 256 * 1024 * 1024;

export const truncate = command('truncate', 1, async (args, context) => {
  const options = parseOptions(args, 's/size= r/reference= c/no-create o');
  const wanted = options.value('s');
  const [, sign = '', digits, unit = ''] = /^([-+]?)(\d+)([A-Z]{0,2})$/.exec(wanted ?? '') ?? [];
  const factor = sizeUnits[unit];
  if (digits === undefined || factor === undefined)
    throw new CommandError(`you must specify '--size'; '${wanted ?? ''}' is no size`);
  for (const name of options.operands) {
    const path = pathOf(context, name);
    const isThere = await context.fs.exists(path);
    if (!isThere && options.has('c')) continue;
    const before = isThere ? await context.fs.readFileBuffer(path) : new Uint8Array();
    const amount = Number(digits) * factor;
    const size = Math.max(
      0,
      sign === '+' ? before.length + amount : sign === '-' ? before.length - amount : amount,
    );
    if (size > maxBytes) throw new CommandError(`${name}: File too large`);
    const after = new Uint8Array(size);
    after.set(before.subarray(0, size));
    await context.fs.writeFile(path, after);
  }
  return text('');
});

export const install = command('install', 1, async (args, context) => {
  const options = parseOptions(args, 'd/directory m/mode= t/target-directory= DvpcC go=');
  const mode = options.value('m');
  const bits = mode !== undefined && /^[0-7]+$/.test(mode) ? Number.parseInt(mode, 8) : 0o755;
  const { fs } = context;
  if (options.has('d')) {
    for (const name of options.operands) await fs.mkdir(pathOf(context, name), { recursive: true });
    return text('');
  }
  const names = [...options.operands];
  const last = options.value('t') ?? names.pop();
  if (last === undefined || names.length === 0) throw new CommandError('missing file operand');
  const target = pathOf(context, last);
  const isFolder = (await fs.exists(target)) && (await fs.stat(target)).isDirectory;
  for (const name of names) {
    const path = isFolder ? `${target}/${name.slice(name.lastIndexOf('/') + 1)}` : target;
    if (options.has('D')) await fs.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true });
    await fs.cp(pathOf(context, name), path);
    await fs.chmod(path, bits);
  }
  return text('');
});

export const cmp = command('cmp', 2, async (args, context) => {
  const options = parseOptions(args, 's/silent/quiet l/verbose b');
  const [one, other = '-'] = options.operands;
  if (one === undefined) throw new CommandError('missing operand', 2);
  const read = (name: string) =>
    readLatin1(context, name).catch((error: unknown) => {
      throw new CommandError(`${name}: ${describeFileError(error)}`, 2);
    });
  const [left, right] = [await read(one), await read(other)];
  if (left === right) return text('');
  const quiet = options.has('s');
  const shared = Math.min(left.length, right.length);
  let at = 0;
  while (at < shared && left[at] === right[at]) at++;
  const line = left.slice(0, at).split('\n').length;
  if (at < shared) return text(quiet ? '' : `${one} ${other} differ: byte ${at + 1}, line ${line}\n`, 1);
  const shorter = left.length < right.length ? one : other;
  const lines = (left.length < right.length ? left : right).split('\n').length - 1;
  return text('', 1, quiet ? '' : `cmp: EOF on ${shorter} after byte ${shared}, line ${lines}\n`);
});
