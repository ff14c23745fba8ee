/** What is asked for: a name with a range, as on the command line and in `dependencies`. */
// Ranges are npm's own (`^1.2 || >=3 <4-0`), and only its own library reads all of them as npm does.
import validRange from 'semver/ranges/valid.js';
import { CommandError } from '../../command.ts';

/** `name`: its folder in node_modules. `from`: its name in the registry, which differs for `npm:` aliases. */
export type Wanted = { name: string; from: string; range: string };

/** The words and options of a command. */
export type Order = {
  args: readonly string[];
  flags: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
};

const packageName = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;
const maxName = 214;

export function isPackageName(name: string): boolean {
  return name.length <= maxName && packageName.test(name) && name !== 'node_modules';
}

/** Reads `name`, `name@range`, `@scope/name@range` and `alias@npm:name@range`. */
export function readSpec(text: string): Wanted {
  const at = text.indexOf('@', 1);
  const [name, range] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return readDependency(name, range);
}

/** A range that is empty means the newest version; a word is a tag such as `latest` or `next`. */
export function readDependency(name: string, range: string): Wanted {
  if (!isPackageName(name))
    throw new CommandError(
      /[/:\\]/.test(name)
        ? `'${name}' is not the name of a package: only packages of a registry can be installed; copy other ones into node_modules`
        : `'${name}' is not the name of a package`,
    );
  const wanted = range.trim();
  if (wanted.startsWith('npm:')) {
    const { from, range: inner } = readSpec(wanted.slice(4));
    return { name, from, range: inner };
  }
  if (/[/:]/.test(wanted) && validRange(wanted) === null)
    throw new CommandError(
      `${name}@${wanted}: only packages of a registry can be installed, no addresses, folders, links or workspaces`,
    );
  return { name, from: name, range: wanted };
}
