/**
 * Reads git's config format including quotes and continuation lines; changes it in place, so that comments
 * are kept.
 */
import { fatal } from './git-context.ts';

/** `key` is `section.name` or `section.subsection.name`; section and name in lower case. */
export type ConfigEntry = { key: string; value: string };

type Line = ConfigEntry & { first: number; last: number };

/** `include.path` is ignored, so that a config cannot refer to files elsewhere. */
export function parseConfig(text: string): ConfigEntry[] {
  return readLines(text.split(/\r?\n/)).map(({ key, value }) => ({ key, value }));
}

/** The last value of a key, which takes precedence in git. */
export function configValue(entries: readonly ConfigEntry[], key: string): string | undefined {
  const wanted = normalKey(key);
  return entries.findLast((entry) => entry.key === wanted)?.value;
}

/** Normalises a key: in `section.Sub.name`, only section and name are case-insensitive. */
export function normalKey(key: string): string {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  if (first <= 0 || last === key.length - 1)
    throw fatal(`key does not contain a section and a name: ${key}. Write it like user.name`);
  const name = key.slice(last + 1).toLowerCase();
  if (!/^[a-z][a-z0-9-]*$/.test(name) || /[\n\0]/.test(key)) throw fatal(`invalid key: ${key}`);
  return key.slice(0, first).toLowerCase() + key.slice(first, last + 1) + name;
}

/** Sets a key; the value `undefined` removes all its values. */
export function setConfig(text: string, key: string, value: string | undefined): string {
  const wanted = normalKey(key);
  const lines = text.split('\n');
  const found = readLines(lines.map((line) => line.replace(/\r$/, ''))).filter((each) => each.key === wanted);
  const written =
    value === undefined ? undefined : `\t${wanted.slice(wanted.lastIndexOf('.') + 1)} = ${quote(value)}`;
  const last = found.at(-1);
  for (const each of found.reverse()) {
    const isKept = each === last && written !== undefined;
    lines.splice(each.first, each.last - each.first + 1, ...(isKept ? [written] : []));
  }
  if (last || written === undefined) return lines.join('\n');
  return addToSection(lines, wanted.slice(0, wanted.lastIndexOf('.')), written);
}

export function removeSection(text: string, section: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  let isInside = false;
  for (const line of lines) {
    const header = parseHeader(line);
    if (header) isInside = header.section === section;
    if (!isInside) kept.push(line);
  }
  return kept.join('\n');
}

function addToSection(lines: string[], section: string, written: string): string {
  let end = -1;
  let current: string | undefined;
  for (const [at, line] of lines.entries()) {
    current = parseHeader(line)?.section ?? current;
    if (current === section && line.trim() !== '') end = at;
  }
  if (end >= 0) lines.splice(end + 1, 0, written);
  else {
    while (lines.at(-1)?.trim() === '') lines.pop();
    lines.push(formatHeader(section), written, '');
  }
  return lines.join('\n');
}

function formatHeader(section: string): string {
  const dot = section.indexOf('.');
  if (dot < 0) return `[${section}]`;
  return `[${section.slice(0, dot)} "${section.slice(dot + 1).replace(/["\\]/g, '\\$&')}"]`;
}

function parseHeader(line: string): { section: string; rest: string } | undefined {
  const match = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
  if (!match) return undefined;
  const [whole, name = '', sub] = match;
  const section =
    sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, '$1')}`;
  return { section, rest: line.slice(whole.length) };
}

function readLines(lines: readonly string[]): Line[] {
  const found: Line[] = [];
  let section = '';
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] ?? '';
    const header = parseHeader(line);
    if (header) {
      section = header.section;
      line = header.rest;
    }
    const match = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line);
    if (!match) continue;
    const first = at;
    let raw = match[2];
    while (raw !== undefined && /(?:^|[^\\])(?:\\\\)*\\$/.test(raw) && at + 1 < lines.length)
      raw = raw.slice(0, -1) + (lines[++at] ?? '');
    // A name without `=` is a boolean with the value true.
    found.push({
      key: `${section}.${(match[1] ?? '').toLowerCase()}`,
      value: raw === undefined ? 'true' : unquote(raw),
      first,
      last: at,
    });
  }
  return found;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

function unquote(raw: string): string {
  let value = '';
  let isQuoted = false;
  /** White space that is kept only if more text follows. */
  let spaces = '';
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at] ?? '';
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '#' || character === ';')) break;
    else if (!isQuoted && /\s/.test(character)) spaces += character;
    else {
      value += spaces + (character === '\\' ? (escapes[raw[++at] ?? ''] ?? '') : character);
      spaces = '';
    }
  }
  return value;
}

function quote(value: string): string {
  const escaped = value.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t');
  return /^\s|\s$|[;#]/.test(value) ? `"${escaped}"` : escaped;
}
