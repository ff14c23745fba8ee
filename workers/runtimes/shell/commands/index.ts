/** The commands beside the library's, and instead of some of its own: one line per command. */
import { type Command, defineCommand } from 'just-bash/browser';
import * as adapted from './adapted.ts';
import { bc } from './bc.ts';
import { cmp } from './cmp.ts';
import type { RunCommand } from './command.ts';
import { curl } from './curl.ts';
import { cut } from './cut.ts';
import { date } from './date.ts';
import { diff } from './diff.ts';
import { du } from './du.ts';
import { hexdump, od, xxd } from './dump.ts';
import * as files from './files.ts';
import { git, type GitPorts } from './git.ts';
import { egrep, fgrep, grep } from './grep.ts';
import { gunzip, gzip, zcat } from './gzip.ts';
import { head } from './head.ts';
import { type InterpreterPorts, node, python3 } from './interpreters.ts';
import { ls } from './ls.ts';
import * as numbers from './numbers.ts';
import { open, type OpenPorts } from './open.ts';
import { patch } from './patch.ts';
import { sort } from './sort.ts';
import { sqlite3, type SqlitePorts } from './sqlite3.ts';
import * as system from './system.ts';
import { tar } from './tar.ts';
import { uniq } from './uniq.ts';
import { wget } from './wget.ts';
import { xargs } from './xargs.ts';
import { unzip, zip } from './zip.ts';

/** What a command may hold besides the shell's file system. */
export type CommandPorts = GitPorts &
  InterpreterPorts &
  SqlitePorts &
  OpenPorts & { script: system.ScriptState };

/** Those that hold nothing else. */
const plain: Readonly<Record<string, RunCommand>> = {
  ...{ ls, sort, uniq, xargs, cut, head, du, date, diff, cmp, patch, od, xxd, hexdump, bc },
  ...{ gzip, gunzip, zcat, tar, zip, unzip },
  ...{ grep, egrep, fgrep, sed: adapted.sed, awk: adapted.awk },
  ...{ jq: adapted.jq, paste: adapted.paste, tail: adapted.tail, rm: adapted.rm },
  ...{ realpath: files.realpath, mktemp: files.mktemp, truncate: files.truncate, install: files.install },
  ...{
    factor: numbers.factor,
    numfmt: numbers.numfmt,
    shuf: numbers.shuf,
    yes: numbers.yes,
    iconv: numbers.iconv,
  },
  ...{ uname: system.uname, id: system.id, nproc: system.nproc, arch: system.arch, groups: system.groups },
  ...{ logname: system.logname, tty: system.tty, sync: system.nothing, jobs: system.nothing },
  ...{ disown: system.nothing, umask: system.umask, ulimit: system.ulimit, kill: system.kill },
  ...{ nohup: system.nohup, sudo: system.sudo, less: system.pager, more: system.pager },
  'apt-get': system.missing(
    'apt-get',
    'programs cannot be installed; type "help" for the commands there are',
  ),
  apt: system.missing('apt', 'programs cannot be installed; type "help" for the commands there are'),
};

/** Those that hold ports. */
const withPorts: Readonly<Record<string, (ports: CommandPorts) => RunCommand>> = {
  ...{ curl, wget, git, python3, python: python3, node, qjs: node, sqlite3, open },
  trap: ({ script }) => system.trap(script),
  history: ({ script }) => system.history(script),
};

/** Beside those of the library. */
export function ownCommandNames(): string[] {
  return Object.keys({ ...plain, ...withPorts });
}

export function shellCommands(ports: CommandPorts): Command[] {
  return [
    ...Object.entries(plain),
    ...Object.entries(withPorts).map(([name, create]) => [name, create(ports)] as const),
  ].map(([name, run]) => defineCommand(name, run));
}
