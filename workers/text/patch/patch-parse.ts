/** Reads a unified diff, of one file or several, as `diff -u`, `git diff` and `git format-patch` write it. */
import { unquoteName } from './unquote-name.ts';

/** The patch cannot be read; the message is the reason. */
export class PatchError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PatchError';
  }
}

/** `text` includes the line end, except on a last line that has none. */
export type PatchLine = { kind: ' ' | '-' | '+'; text: string };
export type Hunk = {
  header: string;
  /** 1-based; undefined if the header has no numbers. */
  oldStart: number | undefined;
  /** The same in the new file. */
  newStart: number | undefined;
  lines: PatchLine[];
};
/** `from` is `null` for a new file, `to` for a deleted one. */
export type FilePatch = { from: string | null; to: string | null; hunks: Hunk[] };

/** The lines that git writes above `---`. `name` is undefined if the file is renamed. */
type GitHeader = Partial<FilePatch> & { name: string | undefined };

const sameName = /^diff --git (?:a\/(.+) b\/\1|"a\/(.+)" "b\/\2")\r?$/;
const hunkHeader = /^@@(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@)?/;

export function parsePatch(patch: string): FilePatch[] {
  if (/^\*\*\* Begin Patch/m.test(patch))
    throw unreadable(
      "it begins with '*** Begin Patch'. Write a unified diff: '--- a/file', '+++ b/file', '@@ … @@'",
    );
  const lines = patch.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const files: FilePatch[] = [];
  let git: GitHeader | undefined;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (line.startsWith('diff --git ')) {
      pushGit(files, git);
      git = { name: sameNameIn(line) };
      at++;
    } else if (isFileHeader(lines, at)) {
      const names = readNames(line, lines[at + 1] ?? '');
      files.push({ ...names, hunks: [] });
      git = undefined;
      at += 2;
    } else if (line.startsWith('@@')) {
      const file = files.at(-1);
      if (!file || git)
        throw unreadable(`line ${at + 1} begins a hunk, but no '--- a/file' and '+++ b/file' come before it`);
      at = readHunk(lines, at, file);
    } else {
      if (git) readGitLine(line, git);
      at++;
    }
  }
  pushGit(files, git);
  if (files.length === 0) throw unreadable("it has no '--- a/file' and '+++ b/file' lines");
  for (const file of files) checkHunks(file);
  return files;
}

function sameNameIn(line: string): string | undefined {
  const [, plain, quoted] = sameName.exec(line) ?? [];
  return quoted === undefined ? plain : unquoteName(`"${quoted}"`);
}

/** Adds a rename without changes, or an empty file that is created or deleted: they have no `---` lines. */
function pushGit(files: FilePatch[], git: GitHeader | undefined): void {
  if (!git || git.from === undefined || git.to === undefined) return;
  files.push({ from: git.from, to: git.to, hunks: [] });
}

function readGitLine(line: string, git: GitHeader): void {
  const { name } = git;
  if (name !== undefined && line.startsWith('new file mode ')) Object.assign(git, { from: null, to: name });
  if (name !== undefined && line.startsWith('deleted file mode '))
    Object.assign(git, { from: name, to: null });
  if (line.startsWith('rename from ')) git.from = unquoteName(line.slice(12).trimEnd());
  if (line.startsWith('rename to ')) git.to = unquoteName(line.slice(10).trimEnd());
  if (/^(GIT binary patch|Binary files)/.test(line)) throw unreadable('it changes a binary file');
}

/** `--- ` alone may be a deleted line that began with two dashes. */
function isFileHeader(lines: readonly string[], at: number): boolean {
  return (lines[at]?.startsWith('--- ') ?? false) && (lines[at + 1]?.startsWith('+++ ') ?? false);
}

function readNames(fromLine: string, toLine: string): Pick<FilePatch, 'from' | 'to'> {
  const from = nameIn(fromLine);
  const to = nameIn(toLine);
  const isGit =
    (from === '/dev/null' || from.startsWith('a/')) && (to === '/dev/null' || to.startsWith('b/'));
  const strip = (name: string) => (name === '/dev/null' ? null : isGit ? name.slice(2) : name);
  const names = { from: strip(from), to: strip(to) };
  if (names.from === null && names.to === null) throw unreadable('both names of a file are /dev/null');
  return names;
}

/** A tab and a time may follow the name. Git quotes names with unusual characters. */
function nameIn(line: string): string {
  const name = line.slice(4).split('\t', 1)[0]?.trim() ?? '';
  if (name === '') throw unreadable(`'${line}' names no file`);
  return unquoteName(name);
}

/** Reads the hunk at line `start` into `file`; returns the line after it. */
function readHunk(lines: readonly string[], start: number, file: FilePatch): number {
  const header = lines[start] ?? '';
  const [, oldStart, oldCount, newStart, newCount] = hunkHeader.exec(header) ?? [];
  const [from, to] = [oldStart, newStart].map((start) => (start === undefined ? undefined : Number(start)));
  const hunk: Hunk = { header, oldStart: from, newStart: to, lines: [] };
  const left = { old: countOf(oldStart, oldCount), new: countOf(newStart, newCount) };
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.startsWith('\\')) {
      dropLastLineEnd(hunk);
      continue;
    }
    // The counts distinguish a deleted line `-- x` from the header of the next file. If the counts are too
    // low, the lines beyond them still belong to the hunk.
    const isComplete = left.old <= 0 && left.new <= 0;
    if (isComplete && (isFileHeader(lines, at) || line.trim() === '' || isSignature(lines, at))) break;
    const kind = kindOf(line);
    if (!kind) break;
    hunk.lines.push({ kind, text: `${line.slice(1)}\n` });
    if (kind !== '+') left.old--;
    if (kind !== '-') left.new--;
  }
  file.hunks.push(hunk);
  return at;
}

/** `git format-patch` ends with the line `-- ` and the version of git. */
function isSignature(lines: readonly string[], at: number): boolean {
  return /^-- ?\r?$/.test(lines[at] ?? '') && /^(\d+\.\d+.*|\s*)$/.test(lines[at + 1] ?? '');
}

function kindOf(line: string): PatchLine['kind'] | undefined {
  const [first] = line;
  if (first === ' ' || first === '-' || first === '+') return first;
  // Editors and models often strip the single space of an empty context line.
  return line === '' || line === '\r' ? ' ' : undefined;
}

/** Called for the marker `\ No newline at end of file`. */
function dropLastLineEnd({ lines }: Hunk): void {
  const last = lines.at(-1);
  if (last) last.text = last.text.replace(/\n$/, '');
}

/** The number of lines that the header states: 0 without numbers, and 1 if the count is left out. */
function countOf(start: string | undefined, count: string | undefined): number {
  return start === undefined ? 0 : Number(count ?? 1);
}

function checkHunks({ from, to, hunks }: FilePatch): void {
  const name = to ?? from ?? '';
  if (hunks.length === 0 && from === to) throw unreadable(`it has no hunk ('@@ … @@') for ${name}`);
  for (const { header, lines } of hunks)
    if (!lines.some(({ kind }) => kind !== ' '))
      throw unreadable(`the hunk ${header} of ${name} changes nothing`);
}

function unreadable(reason: string): PatchError {
  return new PatchError(reason);
}
