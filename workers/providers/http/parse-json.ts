/** JSON from a wire, where text that is none is an answer like any other. */
import type { Json } from '#shared/json.ts';

export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The caller decides what text that is no JSON means.
    return undefined;
  }
}
