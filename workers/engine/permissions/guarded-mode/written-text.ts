/**
 * Collects the arguments of calls and tests whether a URL occurs in them, ignoring case, percent-encoding and
 * JSON escapes.
 */
import type { Json, JsonObject } from '#shared/json.ts';
import { urlsIn } from './urls-in-text.ts';

export type WrittenText = {
  add(values: JsonObject): void;
  has(url: URL): boolean;
};

/** How often a text is decoded: enough for a URL in a URL in a URL. */
const maxDecoding = 3;

export function createWrittenText(): WrittenText {
  const texts = new Set<string>();
  const urls = new Set<string>();
  return {
    add(values) {
      for (const text of stringsIn(values)) {
        if (texts.has(text)) continue;
        for (const form of formsOf(text)) {
          texts.add(form);
          for (const { href } of urlsIn(form)) urls.add(simple(href));
        }
      }
    },
    has({ href, host, pathname, search, hash }) {
      // The path, query and fragment carry the information; if they are empty, the host name does.
      const path = simple(pathname + search + hash);
      const part = path === '/' ? host : path;
      return urls.has(simple(href)) || [...texts].some((text) => text.includes(part));
    },
  };
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  // Keys count, too: header names are sent.
  return Array.isArray(value)
    ? value.flatMap(stringsIn)
    : Object.entries(value).flatMap(([name, each]) => [name, ...stringsIn(each)]);
}

/** The normalised text and the result of each decoding step. */
function formsOf(text: string): Set<string> {
  const forms = new Set<string>();
  let form = text.replaceAll('\\', '').toLowerCase();
  for (let step = 0; step <= maxDecoding; step++) {
    forms.add(form);
    form = decode(form);
  }
  return forms;
}

/** The canonical form of a URL, however often it is encoded. */
function simple(text: string): string {
  return [...formsOf(text)].at(-1) ?? text;
}

/** Percent-decodes; sequences that are not valid UTF-8 stay as they are. */
function decode(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
