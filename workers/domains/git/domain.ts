/** Git: the author of commits, and the tokens for git servers. The author is in backups, tokens are not. */
import type { GitApi } from '#shared/api/git.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { hostOfGit } from '../vault/tables.ts';
import { once } from '#workers/engine/once.ts';
import type { Database } from '#workers/storage/database.ts';
import type { CommitReader } from '#workers/engine/tool-hosts/commit-reader.ts';
import type { Vault } from '../vault/vault.ts';
import type { GitStore } from './git-store.ts';

type Needs = { vault: Vault; openGit(): Promise<GitStore>; readCommit: CommitReader };

export const git = {
  start: ({ database }, engine) => ({
    openGit: once(async () => (await import('./git-store.ts')).createGitStore(database, engine().vault)),
  }),
  backup: async (needs) => (await import('./backup.ts')).authorInBackup(needs),
  secretAddress: async (owner) => hostOfGit(owner),
  open: async ({ openGit, readCommit, changed }) => {
    const store = await openGit();
    return {
      async author(author) {
        if (author === undefined) return { ok: true, value: await store.author() };
        const saved = await store.setAuthor(author);
        if (saved.ok) changed('author');
        return saved;
      },
      tokens: store.tokens,
      async saveToken(draft) {
        const saved = await store.saveToken(draft);
        if (saved.ok) changed(saved.value.host);
        return saved;
      },
      async removeToken(host) {
        await store.removeToken(host);
        changed(host);
      },
      commit: readCommit,
    };
  },
} satisfies Domain<GitApi, Needs, { database: Database }>;
