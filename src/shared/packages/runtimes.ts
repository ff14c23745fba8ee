/** The parts of the app that load at first use, and the list of their files that the build writes. */

/** In the order of the interface. */
export const runtimeNames = [
  'shell',
  'javascript',
  'python',
  'sqlite',
  'git',
  'models',
  'servers',
  'formulas',
  'documents',
  'charts',
] as const;
export type RuntimeName = (typeof runtimeNames)[number];

/** A file of the build: its path from the app's folder. Two runtimes may share one. */
export type RuntimeFile = { path: string; bytes: number };
export type RuntimeFiles = { name: RuntimeName; files: RuntimeFile[] };

/** The file in the app's folder that contains `RuntimeFiles[]`. */
export const runtimeList = 'runtimes.json';

/**
 * The cache of files that load at first use: the service worker serves them from it, the engine
 * adds and removes them.
 */
export const lateCache = 'oneclaw-late-files';

/** The path of a built file without its content hash, so that files of two builds can be compared. */
export function withoutContentHash(path: string): string {
  return path.replace(/[\w-]{8}(?=\.\w+$)/, '');
}
