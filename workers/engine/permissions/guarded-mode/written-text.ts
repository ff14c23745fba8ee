/** The arguments of calls, and whether an address is part of them: in any case, percent-encoded or escaped as JSON is. */
import type { Json, JsonObject } from '#shared/json.ts';
import { urlsIn } from './urls-in-text.ts';

export type WrittenText = {
  add(values: JsonObject): void;
  has(url: URL): boolean;
};

/** An address within an address within an address. */
const mostDecoding = 3;

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
      // What tells something is the path and what follows; without these, the name of the host.
      const path = simple(pathname + search + hash);
      const part = path === '/' ? host : path;
      return urls.has(simple(href)) || [...texts].some((text) => text.includes(part));
    },
  };
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  // Names, too: those of headers are sent.
  return Array.isArray(value)
    ? value.flatMap(stringsIn)
    : Object.entries(value).flatMap(([name, each]) => [name, ...stringsIn(each)]);
}

/** The text, and what decoding makes of it step by step. */
function formsOf(text: string): Set<string> {
  const forms = new Set<string>();
  let form = text.replaceAll('\\', '').toLowerCase();
  for (let step = 0; step <= mostDecoding; step++) {
    forms.add(form);
    form = decode(form);
  }
  return forms;
}

/** One spelling of an address, however often it is encoded. */
function simple(text: string): string {
  return [...formsOf(text)].at(-1) ?? text;
}

/** Bytes that are no UTF-8 stay as they are. */
function decode(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
