/** Stores the state of shells and interpreters in OPFS: a folder per code session, a file per text. */
import type { SessionId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import { browserSession, consoleSession } from '#workers/contracts/code-session.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { isName, readSnapshot, removeIfThere } from './workspace/file-errors.ts';

export type CodeSessions = {
  /** Null if there is no text under this name. */
  read(session: SessionId, name: string): Promise<string | null>;
  /** Replaces the text atomically. Throws a `ToolError` if the conversation was deleted. */
  write(session: SessionId, name: string, text: string): Promise<void>;
  /** False for a conversation that was deleted. */
  exists(session: SessionId): Promise<boolean>;
  /** Removes everything of a conversation. */
  remove(session: SessionId): Promise<void>;
};

/** `isStored`: whether the conversation is in the database. */
export function createCodeSessions(
  root: FileSystemDirectoryHandle,
  isStored: (session: SessionId) => Promise<boolean>,
): CodeSessions {
  const exists = async (session: SessionId) =>
    session === consoleSession || session === browserSession || (await isStored(session));

  // Waits for a process that is just ending and may be writing a text.
  const remove = (session: SessionId) => removeIfThere(root, session);

  return {
    exists,
    remove,
    async read(session, name) {
      checkName(name);
      try {
        const folder = await root.getDirectoryHandle(session);
        return await readSnapshot(
          () => folder.getFileHandle(name),
          (file) => file.text(),
        );
      } catch (error) {
        if (isName(error, 'NotFoundError')) return null;
        throw error;
      }
    },
    async write(session, name, text) {
      checkName(name);
      const bytes = new TextEncoder().encode(text);
      if (bytes.length > limits.sessionStateBytes)
        throw new ToolError(
          'file_too_large',
          `The state of this session has ${bytes.length} bytes, the maximum is ${limits.sessionStateBytes}. Keep large values in files, and unset the variables that hold them.`,
        );
      const folder = await root.getDirectoryHandle(session, { create: true });
      const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await writable.write(bytes);
      await writable.close();
      // Checked after the write, because the conversation may have been deleted in between; the folder that
      // the write created is then removed.
      if (await exists(session)) return;
      await remove(session);
      throw new ToolError('cancelled', 'This chat was deleted, and its shell and variables with it.');
    },
  };
}

/** Validates the name, because a tool's code chooses it. */
function checkName(name: string): void {
  if (typeof name === 'string' && /^[a-z]{1,20}$/.test(name)) return;
  throw new ToolError('validation_error', 'The name of a state is 1 to 20 small letters.');
}
