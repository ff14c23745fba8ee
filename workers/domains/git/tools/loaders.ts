/** Loaders of the git tools by name, in the order in which models see the tools. */
import type { Tool } from '#workers/tools/tool.ts';

export const gitToolLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  git_status: async () => (await import('./git-status.ts')).gitStatus,
  git_diff: async () => (await import('./git-diff.ts')).gitDiff,
  git_log: async () => (await import('./git-log.ts')).gitLog,
  git_init: async () => (await import('./git-init.ts')).gitInit,
  git_add: async () => (await import('./git-add.ts')).gitAdd,
  git_commit: async () => (await import('./git-commit.ts')).gitCommit,
  git_branch: async () => (await import('./git-branch.ts')).gitBranch,
  git_checkout: async () => (await import('./git-checkout.ts')).gitCheckout,
  git_merge: async () => (await import('./git-merge.ts')).gitMerge,
  git_stash: async () => (await import('./git-stash.ts')).gitStash,
  git_clone: async () => (await import('./git-clone.ts')).gitClone,
  git_fetch: async () => (await import('./git-fetch.ts')).gitFetch,
  git_pull: async () => (await import('./git-pull.ts')).gitPull,
  git_push: async () => (await import('./git-push.ts')).gitPush,
};
