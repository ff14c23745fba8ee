/** Formats a commit in the formats of `git log`. */
import { formatDate, isoDate, subjectOf, type Commit, type Signature } from '../../objects/commits.ts';
import { short } from '../../diff/patch.ts';
import { fatal } from '../../git-context.ts';

export type LogFormat = {
  kind: 'oneline' | 'short' | 'medium' | 'full' | 'fuller' | 'raw' | 'custom';
  /** The template of the kind `custom`. */
  template: string;
  /** `format:` separates commits, `tformat:` ends each with a line break. */
  isSeparated: boolean;
  isAbbreviated: boolean;
  date: string;
};

export function parseFormat(pretty: string | undefined, isOneline: boolean, date = 'default'): LogFormat {
  const base = { template: '', isSeparated: false, isAbbreviated: isOneline, date };
  if (isOneline) return { ...base, kind: 'oneline' };
  if (pretty === undefined) return { ...base, kind: 'medium' };
  // Nothing of a commit is printed, only its changes.
  if (pretty === '') return { ...base, kind: 'custom' };
  if (pretty === 'reference') return { ...base, kind: 'custom', template: '%h (%s, %as)' };
  if (/^(oneline|short|medium|full|fuller|raw)$/.test(pretty))
    return { ...base, kind: pretty as 'oneline' | 'short' | 'medium' | 'full' | 'fuller' | 'raw' };
  const match = /^(t?format):(.*)$/s.exec(pretty);
  if (match) return { ...base, kind: 'custom', template: match[2] ?? '', isSeparated: match[1] === 'format' };
  if (pretty.includes('%')) return { ...base, kind: 'custom', template: pretty };
  throw fatal(`invalid --pretty format: ${pretty}`);
}

/** `names`: the references to the commit, such as `HEAD -> main`. */
export function formatCommit(commit: Commit, format: LogFormat, names: readonly string[]): string {
  const decoration = names.length > 0 ? ` (${names.join(', ')})` : '';
  const oid = format.isAbbreviated ? short(commit.oid) : commit.oid;
  if (format.kind === 'oneline') return `${oid}${decoration} ${subjectOf(commit)}`;
  if (format.kind === 'custom') return fillTemplate(format.template, commit, names, format.date);
  const lines = [`commit ${oid}${decoration}`];
  if (format.kind === 'raw')
    lines.push(`tree ${commit.tree}`, ...commit.parents.map((parent) => `parent ${parent}`));
  else if (commit.parents.length > 1) lines.push(`Merge: ${commit.parents.map(short).join(' ')}`);
  const person = ({ name, email }: Signature) => `${name} <${email}>`;
  const raw = (who: Signature) => `${person(who)} ${who.seconds} ${who.zone}`;
  const date = (who: Signature) => showDate(who, format.date);
  if (format.kind === 'raw') lines.push(`author ${raw(commit.author)}`, `committer ${raw(commit.committer)}`);
  else if (format.kind === 'fuller')
    lines.push(
      `Author:     ${person(commit.author)}`,
      `AuthorDate: ${date(commit.author)}`,
      `Commit:     ${person(commit.committer)}`,
      `CommitDate: ${date(commit.committer)}`,
    );
  else lines.push(`Author: ${person(commit.author)}`);
  if (format.kind === 'full') lines.push(`Commit: ${person(commit.committer)}`);
  if (format.kind === 'medium') lines.push(`Date:   ${date(commit.author)}`);
  const message = format.kind === 'short' ? subjectOf(commit) : commit.message.replace(/^\n+/, '').trimEnd();
  const indented = message
    .split('\n')
    .map((line) => (line === '' && format.kind === 'short' ? '' : `    ${line}`));
  return [...lines, '', ...(message === '' ? [] : indented)].join('\n');
}

function showDate(signature: Signature, form: string): string {
  const iso = isoDate(signature);
  if (form === 'iso' || form === 'iso8601') return iso;
  if (form === 'iso-strict' || form === 'iso8601-strict') return strictDate(iso);
  if (form === 'short') return iso.slice(0, 10);
  if (form === 'unix' || form === 'raw')
    return form === 'unix' ? String(signature.seconds) : `${signature.seconds} ${signature.zone}`;
  if (form === 'relative') return relativeDate(signature.seconds);
  if (form === 'default') return formatDate(signature);
  throw fatal(`unknown date format ${form}: use iso, iso-strict, short, relative, unix, raw or default`);
}

function strictDate(iso: string): string {
  const [day = '', time = '', zone = ''] = iso.split(' ');
  return `${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`;
}

function relativeDate(seconds: number, now = Math.floor(Date.now() / 1000)): string {
  const age = now - seconds;
  if (age < 0) return 'in the future';
  const units = [
    ['second', 1, 90],
    ['minute', 60, 90 * 60],
    ['hour', 3_600, 36 * 3_600],
    ['day', 86_400, 14 * 86_400],
    ['week', 7 * 86_400, 70 * 86_400],
    ['month', 30 * 86_400, 365 * 86_400],
    ['year', 365 * 86_400, Infinity],
  ] as const;
  const [name, size] = units.find(([, , below]) => age < below) ?? units[6];
  const count = Math.round(age / size);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}

function fillTemplate(template: string, commit: Commit, names: readonly string[], date: string): string {
  return template.replace(
    /%(x[0-9a-fA-F]{2}|[ac][neEdDirsItN]|C\([^)]*\)|C(?:red|green|blue|reset)|.)/gs,
    (_, code: string) => placeholder(code, commit, names, date),
  );
}

function placeholder(code: string, commit: Commit, names: readonly string[], date: string): string {
  if (/^[ac]./.test(code))
    return personField(code[0] === 'a' ? commit.author : commit.committer, code[1] ?? '', date);
  if (code.startsWith('x')) return String.fromCharCode(parseInt(code.slice(1), 16));
  if (code.startsWith('C')) return '';
  const body = () => {
    const rest = commit.message
      .replace(/^\n+/, '')
      .split(/\n\s*\n/)
      .slice(1)
      .join('\n\n')
      .trimEnd();
    return rest === '' ? '' : `${rest}\n`;
  };
  const fields: Readonly<Record<string, () => string>> = {
    H: () => commit.oid,
    h: () => short(commit.oid),
    T: () => commit.tree,
    t: () => short(commit.tree),
    P: () => commit.parents.join(' '),
    p: () => commit.parents.map(short).join(' '),
    s: () => subjectOf(commit),
    b: body,
    B: () => `${commit.message.trimEnd()}\n`,
    d: () => (names.length > 0 ? ` (${names.join(', ')})` : ''),
    D: () => names.join(', '),
    n: () => '\n',
    '%': () => '%',
  };
  return fields[code]?.() ?? `%${code}`;
}

function personField(who: Signature, field: string, date: string): string {
  const forms: Readonly<Record<string, string>> = {
    d: date,
    i: 'iso',
    I: 'iso-strict',
    s: 'short',
    r: 'relative',
    t: 'unix',
  };
  if (field === 'n' || field === 'N') return who.name;
  if (field === 'e' || field === 'E') return who.email;
  return field === 'D' ? formatDate(who) : showDate(who, forms[field] ?? 'default');
}
