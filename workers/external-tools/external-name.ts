/** The name a tool from outside has here: readable, unique, within every provider's rules, and never one that deceives. */
import { findInvisible, printable } from '#shared/invisible.ts';
import { limits } from '#shared/limits.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';

export type OutsideName = { ok: true; name: string } | { ok: false; refusal: ToolRefusal };

const { nameCharacters, wireNameCharacters, serverCharacters } = limits.outside;

/** Latin letters of other alphabets' making that pass for plain ones: dotless i, script g, small capitals. */
const latinTwins = /[\u0131\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff\uab30-\uab6f]/u;
/** Scripts with letters that pass for Latin ones. */
const twinScripts =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}]/u;
/** Their letters that do; a word of nothing else is a Latin word in disguise. */
const twins = new Set('асԁеһіјӏорԛѕԝхуѵАВСЕНІЈКМОРЅТХУѴαειονρτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧհոսօցզѐё');

/** `mcp`, `GitHub` → `mcp__github`. No two underscores in a row inside, so that it cannot pass for another's. */
export function sourceId(prefix: string, server: string): string {
  const plain = toWireCharacters(server).replace(/_+/g, '_').replace(/^_|_$/g, '');
  const isWhole = plain !== '' && plain.length <= serverCharacters && !losesLetters(server);
  const own = isWhole ? plain : `${plain.slice(0, serverCharacters - 9)}_${hash(server)}`.replace(/_+/g, '_');
  return `${prefix}__${own.replace(/^_/, '')}`;
}

/** Where letters are lost or the end is cut off, eight characters of hash keep two names apart. */
export function outsideName(prefix: string, server: string, original: string): OutsideName {
  const refusal = refuseName(original);
  if (refusal) return { ok: false, refusal };
  const name = `${sourceId(prefix, server)}__${toWireCharacters(original)}`;
  if (name.length <= wireNameCharacters && !losesLetters(original)) return { ok: true, name };
  return { ok: true, name: `${name.slice(0, wireNameCharacters - 9)}_${hash(original)}` };
}

function refuseName(original: string): ToolRefusal | undefined {
  if (original.trim() === '') return { reason: 'name_empty', detail: '' };
  if (original.length > nameCharacters) return { reason: 'name_too_long', detail: `${nameCharacters}` };
  const hidden = findInvisible(original);
  if (hidden !== undefined) return { reason: 'name_invisible', detail: printable(hidden) };
  const twin = findTwin(original);
  return twin === undefined ? undefined : { reason: 'name_lookalike', detail: twin };
}

/** The character that looks like another one, if there is one. */
function findTwin(original: string): string | undefined {
  const plain = original.normalize('NFKC');
  const whole = original.normalize('NFC');
  if (plain !== whole) return charactersOf(whole).find((each) => each !== each.normalize('NFKC')) ?? whole;
  const latin = latinTwins.exec(plain)?.[0];
  if (latin !== undefined) return latin;
  const foreign = charactersOf(plain).filter((each) => twinScripts.test(each));
  const isMixed = foreign.length > 0 && /[a-z]/i.test(plain);
  const isDisguise = foreign.length > 0 && foreign.every((each) => twins.has(each));
  return isMixed || isDisguise ? foreign[0] : undefined;
}

function charactersOf(text: string): string[] {
  return Array.from(text);
}

function toWireCharacters(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, '_');
}

function losesLetters(text: string): boolean {
  // Lower-casing is no loss; a letter or digit that no ASCII one stands for is.
  return /[^\P{L}A-Za-z]|[^\P{N}0-9]/u.test(text);
}

/** FNV-1a: only tells names apart; two that still meet are refused as taken. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}
