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

const folded: ReadonlySet<string> = new Set([...heavyNames].map(fold));
/** What Windows calls them, too, where a name is long or begins with a dot: `.git` is `GIT~1`. */
const stems: ReadonlySet<string> = new Set(
  [...folded]
    .map((name) => name.replace(/^\.+/, ''))
    .flatMap((name) => (name.includes('.') ? [] : [name.slice(0, 6)])),
);

/** Every spelling that may reach one of these on the device: Git refuses the same ones for its own folder. */
export function isHeavy(name: string): boolean {
  const plain = fold(name);
  const [, stem = ''] = /^(.+)~\d+$/.exec(plain) ?? [];
  return folded.has(plain) || stems.has(stem);
}

/** As macOS and Windows compare names: neither case nor what cannot be seen counts, nor dots, blanks and streams at the end. */
function fold(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/:.*$/su, '')
    .replace(/[ .]+$/, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase();
}

/** Whether a path below the folder is one of these, or in one of them. */
export function isInHeavy(path: string): boolean {
  return path.split('/').some(isHeavy);
}
