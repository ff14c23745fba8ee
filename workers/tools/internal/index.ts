/**
 * Tools that the engine runs in a tool host for its own use. No model and no user is offered them, and they
 * are in no registry.
 */
import type { Tool } from '../tool.ts';

export const internalLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  read_document: async () => (await import('./read-document.ts')).readDocumentInHost,
};

/** The same for tools that run in a code host. */
export const internalCodeLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  read_commit: async () => (await import('#workers/domains/git/tools/read-commit.ts')).readCommitInHost,
};
