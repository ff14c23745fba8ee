/** What the engine runs in a tool host for itself: no model and no user is offered it, and it is in no registry. */
import type { Tool } from '../tool.ts';

export const internalLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  read_document: async () => (await import('./read-document.ts')).readDocumentInHost,
};

/** The same in a code host. */
export const internalCodeLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  read_commit: async () => (await import('./read-commit.ts')).readCommitInHost,
};
