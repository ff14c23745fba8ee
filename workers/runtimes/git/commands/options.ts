/**
 * Parses the options of a subcommand as git does: short ones may be joined, values may be attached or
 * separate, and paths follow `--`.
 */
import { usage } from '../git-context.ts';

/**
 * Options by long name. `short` is the letter; `takes`: `value` requires a value, `optional` takes one only
 * after `=`.
 */
export type OptionSpecs = Readonly<Record<string, { short?: string; takes?: 'value' | 'optional' }>>;

export type Options<S extends OptionSpecs> = {
  /** Whether any of these options is given. */
  has(...names: (keyof S & string)[]): boolean;
  /** The last value. */
  value(name: keyof S & string): string | undefined;
  values(name: keyof S & string): string[];
  /** Arguments before `--` that are not options. */
  rest: string[];
  /** Arguments after `--`; undefined without it. */
  paths: string[] | undefined;
  /** The number in an option such as `-5`. */
  count: number | undefined;
};

export function parseOptions<const S extends OptionSpecs>(args: readonly string[], specs: S): Options<S> {
  const found = new Map<string, string[]>();
  const rest: string[] = [];
  let paths: string[] | undefined;
  let count: number | undefined;
  const add = (name: string, value: string) => found.set(name, [...(found.get(name) ?? []), value]);
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? '';
    if (argument === '--') {
      paths = args.slice(at + 1);
      break;
    }
    if (argument.startsWith('--')) at += readLong(argument, args[at + 1], specs, add);
    else if (/^-\d+$/.test(argument)) count = Number(argument.slice(1));
    else if (argument.length > 1 && argument.startsWith('-'))
      at += readShort(argument, args[at + 1], specs, add);
    else rest.push(argument);
  }
  return {
    has: (...names) => names.some((name) => found.has(name)),
    value: (name) => found.get(name)?.at(-1),
    values: (name) => found.get(name) ?? [],
    rest,
    paths,
    count,
  };
}

type Add = (name: string, value: string) => void;

/** Returns the number of further arguments consumed. */
function readLong(argument: string, next: string | undefined, specs: OptionSpecs, add: Add): number {
  const equals = argument.indexOf('=');
  const name = argument.slice(2, equals < 0 ? undefined : equals);
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (!spec) throw usage(`unknown option '${name}'`);
  if (equals >= 0) {
    if (!spec.takes) throw usage(`option '${name}' takes no value`);
    add(name, argument.slice(equals + 1));
    return 0;
  }
  if (spec.takes !== 'value') {
    add(name, '');
    return 0;
  }
  if (next === undefined) throw usage(`option '${name}' requires a value`);
  add(name, next);
  return 1;
}

function readShort(argument: string, next: string | undefined, specs: OptionSpecs, add: Add): number {
  for (let at = 1; at < argument.length; at++) {
    const letter = argument[at] ?? '';
    const [name, spec] = Object.entries(specs).find(([, { short }]) => short === letter) ?? [];
    if (name === undefined || !spec) throw usage(`unknown switch '${letter}'`);
    const behind = argument.slice(at + 1);
    if (spec.takes === 'value') {
      if (behind === '' && next === undefined) throw usage(`switch '${letter}' requires a value`);
      add(name, behind || (next ?? ''));
      return behind === '' ? 1 : 0;
    }
    if (spec.takes === 'optional') {
      add(name, behind);
      return 0;
    }
    add(name, '');
  }
  return 0;
}
