/** Prepares a call for the log: masks secrets, cuts long values, replaces values that JSON does not have. */
import type { Json } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';
import { mask, maskSecrets } from './mask-secrets.ts';

const limitsOfEntry = { characters: 4_000, perString: 1_000, perKey: 200, depth: 8, message: 1_000 };

/** Words of a name that make its value a secret: `X-Api-Key`, `accessToken`, `set-cookie`. */
const secretWords = new Set(
  'authorization auth cookie token password passwd passphrase secret apikey credential credentials'.split(
    ' ',
  ),
);
const secretPairs = /\b(api|access|private|secret|auth|encryption) key\b/;

export function entryArguments(value: unknown): Json {
  let left = limitsOfEntry.characters;

  function visit(each: unknown, depth: number): Json {
    left -= 8;
    if (typeof each === 'string') return visitText(each);
    if (each === null || typeof each === 'boolean') return each;
    if (typeof each === 'number' && Number.isFinite(each)) return each;
    // Scripts can pass values that JSON does not have.
    if (typeof each !== 'object') return `(${typeof each})`;
    if (left <= 0 || depth >= limitsOfEntry.depth) return '…';
    return Array.isArray(each) ? visitList(each, depth) : visitObject(each, depth);
  }

  function visitText(text: string): string {
    const kept = maskedStart(text, Math.min(limitsOfEntry.perString, Math.max(left, 0)));
    left -= kept.length;
    return kept;
  }

  function visitList(list: readonly unknown[], depth: number): Json[] {
    const kept: Json[] = [];
    for (const each of list) {
      kept.push(left > 0 ? visit(each, depth + 1) : '…');
      if (left <= 0) break;
    }
    return kept;
  }

  function visitObject(object: object, depth: number): Json {
    const kept: [string, Json][] = [];
    for (const [key, each] of Object.entries(object)) {
      if (left <= 0) return Object.fromEntries([...kept, ['…', '…']]);
      const name = cut(key, limitsOfEntry.perKey);
      left -= name.length;
      if (each !== undefined) kept.push([name, isSecretName(key) ? hide(each) : visit(each, depth + 1)]);
    }
    return Object.fromEntries(kept);
  }

  return visit(value, 0);
}

export function entryMessage(message: string): string {
  return maskedStart(message, limitsOfEntry.message);
}

function isSecretName(key: string): boolean {
  const words = key
    .slice(0, limitsOfEntry.perKey)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => secretWords.has(word)) || secretPairs.test(words.join(' '));
}

/** Shows that there was a value, not the value. */
function hide(value: unknown): Json {
  return value === '' || value === null ? value : mask;
}

/** Half of a key would not be recognised, so this much more is searched for secrets than is kept. */
const maxSecret = 500;

/** The start of a text, masked; if it is longer, with its full length, such as `… (9000)`. */
function maskedStart(text: string, length: number): string {
  const masked = maskSecrets(text.slice(0, length + maxSecret));
  if (text.length <= length) return masked;
  return `${shorten(masked, length, '')}… (${text.length})`;
}

/** Shortens a text and appends its full length, such as `… (9000)`. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${shorten(text, length, '')}… (${text.length})`;
}
