/**
 * Computes the local name of an external tool: readable, unique, valid for every provider. Lookalike names
 * are rejected.
 */
import { findInvisible, escapeInvisible } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';
import type { SourceId, ToolRefusal } from '#shared/tools/external-tool.ts';

export type ExternalName = { ok: true; name: string } | { ok: false; refusal: ToolRefusal };

const { nameCharacters, localNameCharacters, serverCharacters } = limits.external;

/** Latin letters that look like ASCII ones: dotless i, script g, small capitals. */
const latinTwins = /[\u0131\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff\uab30-\uab6f]/u;
/** Scripts with letters that look like Latin ones. */
const twinScripts =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}]/u;
/**
 * Letters of these scripts that look Latin; a word of only these is rejected, because it imitates a Latin
 * word.
 */
const twins = new Set('асԁеһіјӏорԛѕԝхуѵАВСЕНІЈКМОРЅТХУѴαειονρτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧհոսօցզѐё');

/**
 * `mcp`, `GitHub` → `mcp__github`. A part never contains two underscores in a row, because two separate the
 * parts.
 */
export function sourceId(prefix: string, server: string): SourceId {
  const plain = toNameCharacters(server).replace(/_+/g, '_').replace(/^_|_$/g, '');
  const isWhole = plain !== '' && plain.length <= serverCharacters && !losesLetters(server);
  const own = isWhole ? plain : `${plain.slice(0, serverCharacters - 9)}_${hash(server)}`.replace(/_+/g, '_');
  return `${prefix}__${own.replace(/^_/, '')}`;
}

/**
 * Such as `mcp__github__create_issue`; a hash of eight characters is appended if letters are lost or the end
 * is cut off.
 */
export function externalName(prefix: string, server: string, original: string): ExternalName {
  const refusal = refuseName(original);
  if (refusal) return { ok: false, refusal };
  const name = `${sourceId(prefix, server)}__${toNameCharacters(original)}`;
  if (name.length <= localNameCharacters && !losesLetters(original)) return { ok: true, name };
  return { ok: true, name: `${name.slice(0, localNameCharacters - 9)}_${hash(original)}` };
}

function refuseName(original: string): ToolRefusal | undefined {
  if (original.trim() === '') return { reason: 'name_empty', detail: '' };
  if (original.length > nameCharacters) return { reason: 'name_too_long', detail: `${nameCharacters}` };
  const hidden = findInvisible(original);
  if (hidden !== undefined) return { reason: 'name_invisible', detail: escapeInvisible(hidden) };
  const twin = findTwin(original);
  return twin === undefined ? undefined : { reason: 'name_lookalike', detail: twin };
}

/** The first lookalike character. */
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

function toNameCharacters(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, '_');
}

function losesLetters(text: string): boolean {
  // Matches letters and digits outside ASCII; lower-casing is not a loss.
  return /[^\P{L}A-Za-z]|[^\P{N}0-9]/u.test(text);
}

/** FNV-1a; need not be secure, because a colliding name is rejected as taken. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}
