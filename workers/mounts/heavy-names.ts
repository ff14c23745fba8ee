/** What programs make, fetch or keep for themselves: large, made again at any time, and not to be changed by hand. */

const heavyNames: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  'bower_components',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.gradle',
  '.cache',
  '.next',
  '.nuxt',
  '.terraform',
  'Pods',
  'DerivedData',
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
]);

export function isHeavy(name: string): boolean {
  return heavyNames.has(name);
}

/** Whether a path below the folder is one of these, or in one of them. */
export function isInHeavy(path: string): boolean {
  return path.split('/').some(isHeavy);
}
