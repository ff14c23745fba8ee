/**
 * Repairs arguments that a model wrote as almost valid JSON, where only one reading is possible: raw line breaks in
 * strings, trailing commas, a code fence, Python's literals, the same object twice, or null for no arguments.
 * Anything else stays as the model wrote it, and the model is told.
 */
// jsonrepair: finds and mends these faults; it also guesses, so only texts without a second reading reach it.
import { jsonrepair } from 'jsonrepair';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';

/** Undefined if the text is no object, or may be read in two ways: cut off, or with a quote inside a string. */
export function repairArguments(text: string): JsonObject | undefined {
  const inner = withoutFence(text).trim();
  if (inner === 'null' || inner === 'None') return {};
  const [value, ...others] = splitObjects(inner)?.map(parseRepaired) ?? [];
  const isSame = others.every((each) => JSON.stringify(each) === JSON.stringify(value));
  return isSame && value !== undefined && isJsonObject(value) ? value : undefined;
}

function withoutFence(text: string): string {
  return /^\s*```(?:json)?[ \t]*\n([^]*?)\n?```\s*$/i.exec(text)?.[1] ?? text;
}

function parseRepaired(text: string): Json | undefined {
  try {
    return JSON.parse(jsonrepair(text)) as Json;
  } catch {
    // Not repairable: the model is told what was wrong.
    return undefined;
  }
}

/** A string, a number or a word, punctuation, or white space; nothing else has one reading. */
const token =
  /"(?:[^"\\]|\\[^])*"(?=\s*[:,}\]])|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|True|False|None|[{}[\],:]|\s+/y;

/** The objects that follow each other in the text; undefined if one is not closed, or something else is there. */
function splitObjects(text: string): string[] | undefined {
  const objects: string[] = [];
  let depth = 0;
  let start = 0;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const [found] = token.exec(text) ?? [];
    if (found === undefined) return undefined;
    if (depth === 0 && found.trim() !== '' && found !== '{') return undefined;
    if (depth === 0 && found === '{') start = at;
    if (found === '{' || found === '[') depth++;
    if (found !== '}' && found !== ']') continue;
    depth--;
    if (depth === 0) objects.push(text.slice(start, token.lastIndex));
  }
  return depth === 0 ? objects : undefined;
}
