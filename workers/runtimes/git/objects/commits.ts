/** Parses and writes commit and tag objects. */
import type { Identity } from '#workers/contracts/ports/git-port.ts';
import { decode, encode, type Bytes } from '../bytes.ts';
import { fatal } from '../git-context.ts';
import type { ObjectStore } from './object-store.ts';

/** `seconds` since the epoch; `zone` as git writes it, `+0200`. */
export type Signature = Identity & { seconds: number; zone: string };

export type Commit = {
  oid: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
};

export async function readCommit(objects: ObjectStore, oid: string): Promise<Commit> {
  const { type, bytes } = await objects.read(oid);
  if (type !== 'commit') throw fatal(`${oid} is a ${type}, not a commit`);
  const { headers, message } = parseHeaders(bytes);
  const one = (name: string) => headers.find((header) => header.name === name)?.value;
  return {
    oid,
    tree: one('tree') ?? '',
    parents: headers.filter(({ name }) => name === 'parent').map(({ value }) => value),
    author: parseSignature(one('author')),
    committer: parseSignature(one('committer')),
    message,
  };
}

export function writeCommit(objects: ObjectStore, commit: Omit<Commit, 'oid'>): string {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
  ];
  return objects.write('commit', encode(`${lines.join('\n')}\n\n${commit.message}`));
}

export type Tag = { object: string; type: string; tag: string; tagger: Signature; message: string };

export function parseTag(bytes: Bytes): Tag {
  const { headers, message } = parseHeaders(bytes);
  const one = (name: string) => headers.find((header) => header.name === name)?.value ?? '';
  return {
    object: one('object'),
    type: one('type'),
    tag: one('tag'),
    tagger: parseSignature(one('tagger')),
    message,
  };
}

export function writeTag(objects: ObjectStore, { object, type, tag, tagger, message }: Tag): string {
  const lines = [`object ${object}`, `type ${type}`, `tag ${tag}`, `tagger ${formatSignature(tagger)}`];
  return objects.write('tag', encode(`${lines.join('\n')}\n\n${message}`));
}

/** Ignores continuation lines, such as those of a signature, which begin with a space. */
function parseHeaders(bytes: Bytes): { headers: { name: string; value: string }[]; message: string } {
  const text = decode(bytes);
  const end = text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  const headers = head
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))
    .map((line) => {
      const space = line.indexOf(' ');
      return { name: line.slice(0, space), value: line.slice(space + 1) };
    });
  return { headers, message: end < 0 ? '' : text.slice(end + 2) };
}

function parseSignature(text = ''): Signature {
  const match = /^(.*?) ?<([^>]*)>\s*(-?\d+)?\s*([+-]\d{4})?/.exec(text);
  return {
    name: match?.[1] ?? '',
    email: match?.[2] ?? '',
    seconds: Number(match?.[3] ?? 0),
    zone: match?.[4] ?? '+0000',
  };
}

export function formatSignature({ name, email, seconds, zone }: Signature): string {
  // These characters would terminate the field.
  const clean = (text: string) => text.replace(/[<>\n\0]/g, '').trim();
  return `${clean(name)} <${clean(email)}> ${seconds} ${zone}`;
}

export function createSignature({ name, email }: Identity, now = new Date()): Signature {
  const minutes = -now.getTimezoneOffset();
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
  return { name, email, seconds: Math.floor(now.getTime() / 1000), zone };
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** git's default form: `Thu Apr 7 22:13:13 2005 -0700`. */
export function formatDate({ seconds, zone }: Signature): string {
  const date = localDate({ seconds, zone });
  const time = date.toISOString().slice(11, 19);
  return `${days[date.getUTCDay()] ?? ''} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCDate()} ${time} ${date.getUTCFullYear()} ${zone}`;
}

/** `2005-04-07 22:13:13 -0700`. */
export function isoDate(signature: Pick<Signature, 'seconds' | 'zone'>): string {
  const text = localDate(signature).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} ${signature.zone}`;
}

/** A date whose UTC fields are the local time in the signature's time zone. */
function localDate({ seconds, zone }: Pick<Signature, 'seconds' | 'zone'>): Date {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  const date = new Date((seconds + (zone.startsWith('-') ? -60 : 60) * minutes) * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

/** The subject as `%s` prints it: the lines of the first paragraph joined. */
export function subjectOf({ message }: { message: string }): string {
  return (message.replace(/^\n+/, '').split(/\n\s*\n/)[0] ?? '').trimEnd().replaceAll('\n', ' ');
}
