/** `patch`, which just-bash lacks: applies unified diffs of `diff -u` and `git diff`. */
// The library diff finds hunks whose lines have moved, as patch does.
import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from 'diff';
import { command, type CommandContext, CommandError, pathOf, readText, text } from '../command.ts';
import { type Options, parseOptions, wholeNumber } from '../options.ts';

const nowhere = '/dev/null';

export const patch = command('patch', 2, async (args, context) => {
  const options = parseOptions(
    args,
    'p/strip= i/input= d/directory= R/reverse N/forward s/silent/quiet +/dry-run o/output= f/force',
    't/batch b/backup F/fuzz= u/unified T/no-backup-if-mismatch E/remove-empty-files r/reject-file=',
    'Vz=',
  );
  const [file, operandPatch] = options.operands;
  const given = await readText(context, options.value('i') ?? operandPatch ?? '-');
  // The signature of `git format-patch`, which the library takes for a deleted line.
  const source = given.replaceAll(/^-- ?\r?\n\d+\.\d+[^\n]*\n*(?=From |$(?![^]))/gm, '');
  const parsed = parsePatch(source).filter(({ hunks, isRename }) => hunks.length > 0 || isRename);
  if (parsed.length === 0) throw new CommandError('**** Only garbage was found in the patch input.', 2);
  const folder = options.value('d');
  const place = folder === undefined ? context : { ...context, cwd: pathOf(context, folder) };
  let output = '';
  let isFailed = false;
  for (const each of parsed) {
    const done = await applyOne(place, options.has('R') ? reversePatch(each) : each, file, options);
    output += done.output;
    isFailed ||= done.isFailed;
  }
  return text(options.has('s') && !isFailed ? '' : output, isFailed ? 1 : 0);
});

async function applyOne(
  context: CommandContext,
  each: StructuredPatch,
  named: string | undefined,
  options: Options,
): Promise<{ output: string; isFailed: boolean }> {
  const strip = wholeNumber(options.value('p'), 'strip count');
  const names = { old: stripped(each.oldFileName, strip), new: stripped(each.newFileName, strip) };
  const { isGone } = kindOf(each);
  const candidates = isGone ? [names.old] : [names.new, names.old];
  const found = await existing(context, named ? [named] : candidates);
  const target = targetOf(each, found, names, named);
  if (target === undefined) return notFound(names);
  const before = found === undefined ? '' : await readText(context, found);
  const after = patched(before, each, options);
  const verb = options.has('+') ? 'checking' : 'patching';
  if (after === false) return refusedHunks(target, before, each, verb);
  if (!options.has('+')) {
    await save(context, target, { before, after: isGone && after === '' ? null : after }, options);
    if (each.isRename) await removeOld(context, names.old, target);
  }
  return { output: `${verb} file ${target}\n`, isFailed: false };
}

/** A renamed file is read under its old name, and written under its new one. */
function targetOf(
  each: StructuredPatch,
  found: string | undefined,
  names: { old: string | undefined; new: string | undefined },
  named: string | undefined,
): string | undefined {
  if (found === undefined) return kindOf(each).isNew ? (named ?? names.new) : undefined;
  return each.isRename === true && !named && found === names.old ? names.new : found;
}

function patched(before: string, each: StructuredPatch, options: Options): string | false {
  // A patch that creates a file must not overwrite an existing one.
  if (kindOf(each).isNew && before !== '') return false;
  return applyPatch(before, each, { fuzzFactor: wholeNumber(options.value('F'), 'fuzz factor') ?? 2 });
}

function kindOf(each: StructuredPatch): { isNew: boolean; isGone: boolean } {
  return {
    isNew: each.oldFileName === nowhere || each.isCreate === true,
    isGone: each.newFileName === nowhere || each.isDelete === true,
  };
}

function notFound(names: { old: string | undefined; new: string | undefined }) {
  const name = names.new ?? names.old ?? 'no name';
  return { output: `can't find file to patch: ${name}. Was the -p option right?\n`, isFailed: true };
}

async function removeOld(context: CommandContext, old: string | undefined, target: string): Promise<void> {
  if (old !== undefined && old !== target) await context.fs.rm(pathOf(context, old));
}

async function save(
  context: CommandContext,
  target: string,
  { before, after }: { before: string; after: string | null },
  options: Options,
): Promise<void> {
  const path = pathOf(context, target);
  const output = options.value('o');
  if (options.has('b') && before !== '') await context.fs.writeFile(`${path}.orig`, before);
  if (after === null) await context.fs.rm(path);
  else await write(context, output === undefined ? path : pathOf(context, output), after);
}

/** The message for hunks that failed. Hunks of a file are applied atomically, so it is unchanged. */
function refusedHunks(target: string, before: string, each: StructuredPatch, verb: string) {
  const isApplied = applyPatch(before, reversePatch(each)) !== false;
  const bad = each.hunks.filter((hunk) => applyPatch(before, { ...each, hunks: [hunk] }) === false);
  const lines = bad.map((hunk) => `Hunk #${each.hunks.indexOf(hunk) + 1} FAILED at ${hunk.oldStart}.\n`);
  const reason = isApplied ? 'Reversed (or previously applied) patch detected! Nothing was changed.\n' : '';
  const summary = `${bad.length} out of ${each.hunks.length} hunk${each.hunks.length === 1 ? '' : 's'} FAILED; ${target} was not changed\n`;
  return { output: `${verb} file ${target}\n${reason}${lines.join('')}${summary}`, isFailed: true };
}

async function existing(
  context: CommandContext,
  names: readonly (string | undefined)[],
): Promise<string | undefined> {
  for (const name of names)
    if (name !== undefined && (await context.fs.exists(pathOf(context, name)))) return name;
  return undefined;
}

/** Without -p, only the last segment of the name counts, as in patch. */
function stripped(name: string | undefined, strip: number | undefined): string | undefined {
  if (name === undefined || name === nowhere) return undefined;
  const parts = name.split('/');
  return strip === undefined ? parts.at(-1) : parts.slice(strip).join('/') || undefined;
}

async function write({ fs }: CommandContext, path: string, content: string): Promise<void> {
  await fs.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true });
  await fs.writeFile(path, content);
}
