/** The state of shells and interpreters in OPFS: a folder per conversation, a file per text. */
import { limits } from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export type CodeSessions = {
  /** Null if nothing was written under this name. */
  read(session: string, name: string): Promise<string | null>;
  /** Replaces the text atomically. */
  write(session: string, name: string, text: string): Promise<void>;
  /** Removes everything of a conversation. */
  remove(session: string): Promise<void>;
};

export function createCodeSessions(root: FileSystemDirectoryHandle): CodeSessions {
  return {
    async read(session, name) {
      checkName(name);
      try {
        const folder = await root.getDirectoryHandle(session);
        const file = await (await folder.getFileHandle(name)).getFile();
        return await file.text();
      } catch (error) {
        if (isMissing(error)) return null;
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
    },
    async remove(session) {
      try {
        await root.removeEntry(session, { recursive: true });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}

/** A tool's code chooses the name. */
function checkName(name: string): void {
  if (typeof name === 'string' && /^[a-z]{1,20}$/.test(name)) return;
  throw new ToolError('validation_error', 'The name of a state is 1 to 20 small letters.');
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}
