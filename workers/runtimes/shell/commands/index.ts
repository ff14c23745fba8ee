/** The registry of our own commands, which extend or replace those of just-bash: one line per command. */
import { type Command, defineCommand } from 'just-bash/browser';
import * as adapted from './adapted.ts';
import { awk } from './awk/awk.ts';
import { bc } from './text/bc.ts';
import type { RunCommand } from './command.ts';
import { curl } from './network/curl.ts';
import {
  b2sum,
  cksum,
  md5sum,
  sha1sum,
  sha224sum,
  sha256sum,
  sha384sum,
  sha512sum,
} from './files/checksums.ts';
import { cp, mv } from './files/copy.ts';
import { cut } from './text/cut.ts';
import { date } from './programs/date.ts';
import { diff } from './files/diff.ts';
import { dd } from './files/dd.ts';
import { du } from './files/du.ts';
import { hexdump, od, xxd } from './files/dump.ts';
import { bash, env } from './programs/env.ts';
import { file } from './files/file.ts';
import { cmp, install, mktemp, realpath, truncate } from './files/files.ts';
import { find } from './find/find.ts';
import { git, type GitDeps } from './programs/git.ts';
import { egrep, fgrep, grep } from './grep/grep.ts';
import { gunzip, gzip, zcat } from './archives/gzip.ts';
import { head } from './text/head.ts';
import { convert, identify, magick, mogrify } from './images/magick.ts';
import type { InterpreterDeps } from './programs/interpreters.ts';
import { ls } from './files/ls.ts';
import { base32, base64 } from './text/base-encodings.ts';
import { column } from './text/column.ts';
import { factor, iconv, shuf, yes } from './text/numbers.ts';
import { numfmt } from './text/numfmt.ts';
import { jq, type JqDeps } from './programs/jq.ts';
import { node } from './programs/node.ts';
import { npm } from './npm/npm.ts';
import { npx } from './npm/npx.ts';
import { open, type OpenDeps } from './programs/open.ts';
import { patch } from './files/patch.ts';
import { python3 } from './programs/python3.ts';
import { comm, join } from './text/join.ts';
import { fold, nl, rev, tac } from './text/lines.ts';
import { paste } from './text/paste.ts';
import { sed } from './sed/sed.ts';
import { seq } from './text/seq.ts';
import { expand, unexpand } from './text/tabs.ts';
import { wc } from './text/wc.ts';
import { split, csplit } from './files/split.ts';
import { stat } from './files/stat.ts';
import { sort } from './text/sort.ts';
import { tail } from './text/tail.ts';
import { tr } from './text/tr.ts';
import { sqlite3, type SqliteDeps } from './programs/sqlite3.ts';
import * as system from './programs/system.ts';
import { tar } from './archives/tar.ts';
import { umask } from './programs/umask.ts';
import { uniq } from './text/uniq.ts';
import { wget } from './network/wget.ts';
import { xargs } from './programs/xargs.ts';
import { unzip, zip } from './archives/zip.ts';

/** What commands may use besides the shell's file system. */
export type CommandDeps = GitDeps &
  InterpreterDeps &
  SqliteDeps &
  JqDeps &
  OpenDeps & { script: system.ScriptState };

/** Commands that need no dependencies. */
const plain: Readonly<Record<string, RunCommand>> = {
  ...{ ls, sort, uniq, xargs, cut, head, du, date, diff, cmp, patch, file, od, xxd, hexdump, bc },
  ...{ fold, nl, tac, rev, tail, tr, wc, seq, paste, join, comm, expand, unexpand, column, base64, base32 },
  ...{ gzip, gunzip, zcat, tar, zip, unzip },
  ...{ grep, egrep, fgrep, sed, awk, gawk: awk, bash, env },
  ...{ find, rm: adapted.rm },
  ...{
    cp,
    mv,
    dd,
    stat,
    split,
    csplit,
    cksum,
    md5sum,
    sha1sum,
    sha224sum,
    sha256sum,
    sha384sum,
    sha512sum,
    b2sum,
  },
  ...{ convert, magick, mogrify, identify },
  ...{ realpath, mktemp, truncate, install, factor, numfmt, shuf, yes, iconv },
  ...{ uname: system.uname, id: system.id, nproc: system.nproc, kill: system.kill, nohup: system.nohup },
  ...{ sync: system.nothing, jobs: system.nothing, disown: system.nothing },
  ...{ ulimit: system.ulimit, sudo: system.sudo, less: system.pager, more: system.pager },
  npx,
  ...{ apt: system.noPackages('apt'), 'apt-get': system.noPackages('apt-get') },
};

/** Commands that need more than their context. */
const withDeps: Readonly<Record<string, (deps: CommandDeps) => RunCommand>> = {
  ...{ curl, wget, git, python3, python: python3, node, qjs: node, npm, sqlite3, jq, open },
  trap: ({ script }) => system.trap(script),
  umask: ({ script }) => umask(script.marks),
  history: ({ script }) => system.history(script),
};

/** The names of the commands that extend or replace those of just-bash. */
export function ownCommandNames(): string[] {
  return Object.keys({ ...plain, ...withDeps });
}

export function shellCommands(deps: CommandDeps): Command[] {
  return [
    ...Object.entries(plain),
    ...Object.entries(withDeps).map(([name, create]) => [name, create(deps)] as const),
  ].map(([name, run]) => defineCommand(name, run));
}
