/**
 * The registry of tools that run in a code host, one line per tool. The code of a tool is loaded when it is
 * first called.
 */
import type { Tool } from './tool.ts';

/** The loaders by the name of the tool, in the order in which models see the tools. */
export const codeToolLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  execute_shell_command: async () => (await import('./code/execute-shell-command.ts')).executeShellCommand,
  run_javascript: async () => (await import('./code/run-javascript.ts')).runJavascript,
  run_python: async () => (await import('./code/run-python.ts')).runPython,
  git_status: async () => (await import('./git/git-status.ts')).gitStatus,
  git_diff: async () => (await import('./git/git-diff.ts')).gitDiff,
  git_log: async () => (await import('./git/git-log.ts')).gitLog,
  git_init: async () => (await import('./git/git-init.ts')).gitInit,
  git_add: async () => (await import('./git/git-add.ts')).gitAdd,
  git_commit: async () => (await import('./git/git-commit.ts')).gitCommit,
  git_branch: async () => (await import('./git/git-branch.ts')).gitBranch,
  git_checkout: async () => (await import('./git/git-checkout.ts')).gitCheckout,
  git_merge: async () => (await import('./git/git-merge.ts')).gitMerge,
  git_stash: async () => (await import('./git/git-stash.ts')).gitStash,
  git_clone: async () => (await import('./git/git-clone.ts')).gitClone,
  git_fetch: async () => (await import('./git/git-fetch.ts')).gitFetch,
  git_pull: async () => (await import('./git/git-pull.ts')).gitPull,
  git_push: async () => (await import('./git/git-push.ts')).gitPush,
};
