/** Small checks that make big ones: what a value from outside must look like, held to the type by the compiler. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';

export type Shape<T> = (value: unknown) => value is T;
type Optional<T> = { optional: Shape<T> };

/** Every field of the type, neither more nor less; those that may be absent say so. */
type Fields<T> = {
  [Key in keyof T]-?: object extends Pick<T, Key> ? Optional<NonNullable<T[Key]>> : Shape<T[Key]>;
};

export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape };
}

/** Fields that are not named are no fault: they are not read. */
export function record<T extends object>(fields: Fields<T>): Shape<T> {
  const checks = Object.entries<Shape<unknown> | Optional<unknown>>(fields);
  return (value): value is T =>
    isJsonObject(value) &&
    checks.every(([name, check]) => {
      const field = Object.hasOwn(value, name) ? value[name] : undefined;
      return typeof check === 'function' ? check(field) : field === undefined || check.optional(field);
    });
}

export function list<T>(shape: Shape<T>, most = Infinity): Shape<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.length <= most && value.every(shape);
}

export function table<T>(shape: Shape<T>): Shape<Record<string, T>> {
  return (value): value is Record<string, T> => isJsonObject(value) && Object.values(value).every(shape);
}

export function either<T>(...shapes: { [Index in keyof T]: Shape<T[Index]> } & Shape<unknown>[]) {
  return (value: unknown): value is T[keyof T & number] => shapes.some((shape) => shape(value));
}

export function literal<const T extends string | null>(...known: readonly T[]): Shape<T> {
  return (value): value is T => known.some((each) => each === value);
}

/** The keys of a table that names each member of a union once. */
export function keyOf<T extends string>(known: Readonly<Record<T, true>>): Shape<T> {
  return (value): value is T => typeof value === 'string' && Object.hasOwn(known, value);
}

/** Also for ids of others, which nothing of ours is named after. */
export function text<T extends string = string>(value: unknown): value is T {
  return typeof value === 'string';
}

export function flag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Neither negative nor endless. */
export function amount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/** Milliseconds since the epoch that a date can be made of: others throw where they are shown. */
export function time(value: unknown): value is number {
  return amount(value) && value <= 8.64e15;
}

export function positive(value: unknown): value is number {
  return amount(value) && value > 0;
}

/** An id of ours, which may name a folder. */
export function name<T extends string>(value: unknown): value is T {
  return typeof value === 'string' && /^[^\p{C}/\\]{1,200}$/u.test(value) && !/^\.+$|\.crswap$/i.test(value);
}

/** Objects of any kind, as deep as the engine keeps them. */
export function object(value: unknown): value is JsonObject {
  return isJsonObject(value) && !measureJson(value).isTooDeep;
}

export function json(value: unknown): value is Json {
  return value !== undefined;
}
