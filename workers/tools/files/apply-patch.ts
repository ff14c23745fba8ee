/** Applies a unified diff to files of the workspace: all of it, or nothing. */
import type { FileChange } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';
import { decodeText, type DecodedText } from './decode-text.ts';
import { applyHunks } from '#workers/text/patch/patch-apply.ts';
import { parsePatch, PatchError, type FilePatch } from '#workers/text/patch/patch-parse.ts';

export const applyPatch = defineTool({
  name: 'apply_patch',
  title: 'Apply patch',
  description:
    'Apply a unified diff to one or several files: change, create (from /dev/null), delete (to /dev/null) or rename them; all or nothing.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      patch: {
        type: 'string',
        minLength: 1,
        description:
          "The unified diff: '--- a/path', '+++ b/path', then hunks '@@ -start,count +start,count @@' whose context lines match the file exactly.",
      },
    },
    required: ['patch'],
  },
  capabilities: ['files.write'],
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  async execute({ patch }, { files }) {
    const patches = readPatch(patch);
    const paths = new Set(patches.flatMap(({ from, to }) => [from, to].flatMap((path) => path ?? [])));
    await files.change([...paths], async (read) => planChanges(patches, read));
    return patches.map(describe).join('\n');
  },
});

function readPatch(patch: string): FilePatch[] {
  try {
    return parsePatch(patch);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw new ToolError('validation_error', `Parameter 'patch': ${error.message}. Nothing was changed.`);
  }
}

/**
 * The text of each path after the patches so far; `null` means that there is no file. A path may be patched
 * twice.
 */
type Texts = Map<string, DecodedText | null>;
type Read = (path: string) => Promise<File | null>;

async function planChanges(patches: readonly FilePatch[], read: Read): Promise<FileChange[]> {
  const texts: Texts = new Map();
  const rejects: string[] = [];
  for (const patch of patches) {
    const reason = await applyOne(patch, texts, read);
    if (reason) rejects.push(reason);
  }
  if (rejects.length > 0)
    throw new ToolError(
      'validation_error',
      `The patch was not applied; nothing was changed.\n\n${rejects.join('\n\n')}`,
    );
  return [...texts].map(([path, content]) =>
    content === null
      ? { type: 'remove', path }
      : { type: 'write', path, content: content.encode(content.text) },
  );
}

/** A new file is UTF-8. */
const fresh: DecodedText = { text: '', encode: (text) => text };

/** Applies one patch to `texts`; returns the reason if it cannot be applied. */
async function applyOne(patch: FilePatch, texts: Texts, read: Read): Promise<string | undefined> {
  const { from, to, hunks } = patch;
  const conflict = await findConflict(patch, texts, read);
  if (conflict) return conflict;
  const before = from === null ? fresh : (texts.get(from) ?? (await decodeText(from, await read(from))));
  const outcome = applyHunks(to ?? from ?? '', before.text, hunks);
  if (outcome.type === 'rejected') return outcome.reason;
  if (to === null && outcome.text !== '')
    return `${from ?? ''} is to be deleted, but the patch leaves lines of it. Use delete_file to delete a file whatever is in it.`;
  if (from !== null && from !== to) texts.set(from, null);
  if (to !== null) texts.set(to, { ...before, text: outcome.text });
  return undefined;
}

/** The reason why a patch does not fit: a file to create exists, or a file to change does not. */
async function findConflict({ from, to }: FilePatch, texts: Texts, read: Read): Promise<string | undefined> {
  if (to !== null && to !== from && (await exists(to, texts, read)))
    return from === null
      ? `${to} is to be created, but it is there already.`
      : `${from} is to be renamed to ${to}, but that is there already.`;
  if (from !== null && !(await exists(from, texts, read)))
    return `${from} is to be changed, but there is no such file.`;
  return undefined;
}

async function exists(path: string, texts: Texts, read: Read): Promise<boolean> {
  const known = texts.get(path);
  return known === undefined ? (await read(path)) !== null : known !== null;
}

function describe({ from, to, hunks }: FilePatch): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const size = `(+${count('+')} -${count('-')})`;
  if (from === null) return `Created ${to ?? ''} ${size}`;
  if (to === null) return `Deleted ${from} ${size}`;
  return from === to ? `Changed ${to} ${size}` : `Renamed ${from} to ${to} ${size}`;
}
