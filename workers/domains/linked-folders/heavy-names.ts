/** Names of generated and tool-owned folders and files (`node_modules`, `.git`): large, reproducible, excluded by default. */

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

const folded: ReadonlySet<string> = new Set([...heavyNames].map(fold));
/** Windows also gives long names and names with a leading dot a short 8.3 name: `.git` is `GIT~1`. */
const stems: ReadonlySet<string> = new Set(
  [...folded]
    .map((name) => name.replace(/^\.+/, ''))
    .flatMap((name) => (name.includes('.') ? [] : [name.slice(0, 6)])),
);

/** Matches every spelling that a file system may resolve to one of these. Git protects `.git` against the same ones. */
export function isHeavy(name: string): boolean {
  const plain = fold(name);
  const [, stem = ''] = /^(.+)~\d+$/.exec(plain) ?? [];
  return folded.has(plain) || stems.has(stem);
}

/** As macOS and Windows compare names: ignores case, invisible characters, trailing dots and spaces, and `:stream` suffixes. */
function fold(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/:.*$/su, '')
    .replace(/[ .]+$/, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase();
}

/** True if any segment of the path is a heavy name. */
export function isInHeavy(path: string): boolean {
  return path.split('/').some(isHeavy);
}
