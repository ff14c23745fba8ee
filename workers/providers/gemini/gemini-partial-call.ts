/** Assembles a call whose arguments come in pieces, each with the JSON path of its value. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';

export type PartialCall = { call: JsonObject; signature: string; add(piece: JsonObject): void };

type Container = JsonObject | Json[];

/** Deeper than any schema that is sent; a longer path would build deeply nested objects. */
const deepest = 64;
const longestList = 10_000;

export function createPartialCall({ id = '', name = '' }: JsonObject, signature: string): PartialCall {
  const args: JsonObject = {};
  /** Paths whose string continues in the next piece. */
  const growing = new Set<string>();

  return {
    call: { id, name, args },
    signature,
    add(piece) {
      // Key by key, because `__proto__` must not set the prototype of the arguments.
      for (const [key, value] of isJsonObject(piece.args) ? Object.entries(piece.args) : [])
        set(args, [key], () => value);
      if (!Array.isArray(piece.partialArgs)) return;
      for (const each of piece.partialArgs) if (isJsonObject(each)) addValue(each);
    },
  };

  function addValue(piece: JsonObject): void {
    const { jsonPath, willContinue } = piece;
    const value = valueOf(piece);
    if (typeof jsonPath !== 'string' || value === undefined) return;
    const goesOn = growing.has(jsonPath);
    set(args, readPath(jsonPath), (before) =>
      goesOn && typeof before === 'string' && typeof value === 'string' ? before + value : value,
    );
    if (willContinue === true) growing.add(jsonPath);
    else growing.delete(jsonPath);
  }
}

function valueOf({ stringValue, numberValue, boolValue, nullValue }: JsonObject): Json | undefined {
  if (nullValue !== undefined) return null;
  return stringValue ?? numberValue ?? boolValue;
}

/** `$.a.b[0]['c d']` as its keys. */
function readPath(path: string): (string | number)[] {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/g);
  return [...steps].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? '') : Number(index),
  );
}

function set(root: JsonObject, path: readonly (string | number)[], change: (before?: Json) => Json): void {
  if (path.length === 0 || path.length > deepest || path.some(isUnsafe)) return;
  let at: Container = root;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    const next = read(at, key);
    const inner: Container =
      isJsonObject(next) || Array.isArray(next) ? next : typeof path[depth + 1] === 'number' ? [] : {};
    write(at, key, inner);
    at = inner;
  }
  const last = path.at(-1) ?? '';
  write(at, last, change(read(at, last)));
}

function isUnsafe(key: string | number): boolean {
  return typeof key === 'number'
    ? key > longestList
    : ['__proto__', 'constructor', 'prototype'].includes(key);
}

function read(container: Container, key: string | number): Json | undefined {
  if (Array.isArray(container)) return typeof key === 'number' ? container[key] : undefined;
  return Object.hasOwn(container, String(key)) ? container[String(key)] : undefined;
}

function write(container: Container, key: string | number, value: Json): void {
  if (!Array.isArray(container)) container[String(key)] = value;
  else if (typeof key === 'number') container[key] = value;
}
