/** Commands about the machine and its processes: the shell has one user and one process. */
import {
  command,
  CommandError,
  failed,
  joinLines,
  readLatin1,
  bytes,
  runWords,
  stdinOf,
  text,
  type RunCommand,
} from '../command.ts';
import { parseOptions } from '../options.ts';
import type { FileMarks } from '../../fs/file-marks.ts';

const names: Record<string, string> = {
  s: 'Linux',
  n: 'localhost',
  r: '6.0.0-oneclaw',
  v: '#1',
  m: 'x86_64',
  p: 'x86_64',
  i: 'x86_64',
  o: 'GNU/Linux',
};

export const uname = command('uname', 1, async (args) => {
  const options = parseOptions(
    args,
    'a/all s/kernel-name n/nodename r/kernel-release m/machine o/operating-system vpi',
  );
  const wanted = options.has('a')
    ? Array.from('snrvmo')
    : Array.from('snrvmpio').filter((letter) => options.has(letter));
  return text(`${(wanted.length > 0 ? wanted : ['s']).map((letter) => names[letter]).join(' ')}\n`);
});

export const id = command('id', 1, async (args) => {
  const options = parseOptions(args, 'u/user g/group G/groups n/name r');
  const isNumber = ['u', 'g', 'G'].some((letter) => options.has(letter));
  if (!isNumber) return text('uid=1000(user) gid=1000(user) groups=1000(user)\n');
  return text(options.has('n') ? 'user\n' : '1000\n');
});

export const nproc: RunCommand = async () => text('1\n');
export const nothing: RunCommand = async () => text('');

export const ulimit: RunCommand = async (args) =>
  args.some((word) => !word.startsWith('-')) ? text('') : text('unlimited\n');

const signals = [
  'EXIT',
  'HUP',
  'INT',
  'QUIT',
  'ILL',
  'TRAP',
  'ABRT',
  'BUS',
  'FPE',
  'KILL',
  'USR1',
  'SEGV',
  'USR2',
  'PIPE',
  'ALRM',
  'TERM',
];

export const kill = command('kill', 1, async (args, context) => {
  if (args[0] === '-l') return text(`${signals.slice(1).join(' ')}\n`);
  const probes = args[0] === '-0' || (args[0] === '-s' && args[1] === '0');
  const own = (await context.exec?.('echo $$', { cwd: context.cwd }))?.stdout.trim() ?? '';
  const pids = args.filter((word) => !word.startsWith('-') && /^\d+$/.test(word));
  if (pids.length === 0) throw new CommandError('usage: kill [-s signal] pid...', 2);
  const missing = pids.filter((pid) => pid !== own);
  if (missing.length > 0)
    return failed(joinLines(missing.map((pid) => `bash: kill: (${pid}) - No such process`)));
  return probes
    ? text('')
    : failed('kill: this shell ends by itself; use the tool manage_process for a background command');
});

/** Runs the command directly: there is no terminal that could hang up. */
export const nohup = command('nohup', 125, async (args, context) =>
  runWords(context, args, stdinOf(context)),
);

/** Fails, because a script that requests more rights must learn that it did not get them. */
export const sudo: RunCommand = async () =>
  failed('sudo: there is no superuser here; run the command without sudo');

export const pager = command('less', 1, async (args, context) => {
  const files = args.filter((word) => !/^[-+]./.test(word));
  let shown = '';
  for (const file of files.length > 0 ? files : ['-']) shown += await readLatin1(context, file);
  return bytes(shown);
});

/** A package manager, which cannot install anything here. */
export function noPackages(name: string): RunCommand {
  const advice = 'programs cannot be installed; type "help" for the commands there are';
  return async () => failed(`${name}: not available here; ${advice}`, 127);
}

/** State that the commands of one script share with the shell that runs it. */
export type ScriptState = { trapped: Trapped; history: string[]; marks: FileMarks };

/** What `trap` has set: the handlers by signal, and whether that of EXIT is of the current subshell. */
export type Trapped = { handlers: Map<string, string>; isExitOwn: boolean };

export function trap({ trapped }: ScriptState): RunCommand {
  return command('trap', 1, async (args) => {
    const { handlers: traps } = trapped;
    const rest = args[0] === '--' ? args.slice(1) : args;
    if (rest.length === 0 || rest[0] === '-p')
      return text(
        joinLines(
          [...traps]
            .toSorted(([one], [other]) => orderOf(one) - orderOf(other))
            .map(([name, handler]) => `trap -- ${quoted(handler)} ${fullName(name)}`),
        ),
      );
    if (rest[0] === '-l') return text(`${signals.slice(1).join(' ')}\n`);
    // A number in place of the handler is a signal, too.
    const isNumber = /^ *\d+ *$/.test(rest[0] ?? '');
    const isReset = rest[0] === '-' || rest.length === 1 || isNumber;
    const conditions = rest.length === 1 || isNumber ? rest : rest.slice(1);
    for (const condition of conditions) {
      const name = signalName(condition);
      if (name === 'EXIT') trapped.isExitOwn = true;
      if (isReset) traps.delete(name);
      else traps.set(name, rest[0] ?? '');
    }
    return text('');
  });
}

const known = new Set([...signals, 'ERR']);
const orderOf = (name: string) => (name === 'ERR' ? signals.length : signals.indexOf(name));
const fullName = (name: string) => (name === 'EXIT' || name === 'ERR' ? name : `SIG${name}`);
const quoted = (handler: string) => `'${handler.replaceAll("'", "'\\''")}'`;

function signalName(word: string): string {
  const name = /^ *\d+ *$/.test(word) ? signals[Number(word)] : word.toUpperCase().replace(/^SIG/, '');
  if (name === 'DEBUG' || name === 'RETURN')
    throw new CommandError(`${name} is not available here; only EXIT and ERR run`);
  if (name === undefined || !known.has(name)) throw new CommandError(`${word}: invalid signal specification`);
  return name;
}

export function history({ history: lines }: ScriptState): RunCommand {
  return command('history', 1, async (args) => {
    if (args[0] === '-c') {
      lines.length = 0;
      return text('');
    }
    const shown = args[0] === undefined ? lines.length : Number(args[0]);
    if (Number.isNaN(shown)) throw new CommandError(`${args[0] ?? ''}: numeric argument required`);
    const first = Math.max(0, lines.length - shown);
    return text(
      joinLines(lines.slice(first).map((line, at) => `${String(first + at + 1).padStart(5)}  ${line}`)),
    );
  });
}
