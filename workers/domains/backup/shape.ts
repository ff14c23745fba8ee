/** Building blocks for the schemas of backups; the compiler checks each schema against its type. */
// valibot: tree-shaken, and loaded with the code of backups only, which is fetched when one is made or read.
import * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';
import { BackupError } from './format.ts';

export type Schema<T> = v.GenericSchema<T>;
type Optional<T> = v.OptionalSchema<Schema<T>, undefined>;

/** Every field of the type, neither more nor less; those that may be absent are `v.optional`. */
type Fields<T> = {
  [Key in keyof T]-?: object extends Pick<T, Key> ? Optional<NonNullable<T[Key]>> : Schema<T[Key]>;
};

/** Fields that are not named are no fault; they are ignored. */
export function record<T extends object>(fields: Fields<T>): Schema<T> {
  const schema: v.GenericSchema = v.pipe(
    v.object(fields),
    v.check((value) => !Array.isArray(value)),
  );
  // The library infers a type from the fields; here the fields were checked against the type.
  return schema as Schema<T>;
}

export function list<T>(item: Schema<T>, most = Infinity): Schema<T[]> {
  return v.pipe(v.array(item), v.maxLength(most));
}

/** Not `v.record`, which accepts arrays and does not check keys such as `constructor`. */
export function table<T>(item: Schema<T>): Schema<Record<string, T>> {
  return v.custom<Record<string, T>>(
    (value) => isJsonObject(value) && Object.values(value).every((each) => v.is(item, each)),
  );
}

/** The keys of a table that names each member of a union once. */
export function keyOf<T extends string>(known: Readonly<Record<T, true>>): Schema<T> {
  return v.custom<T>((value) => typeof value === 'string' && Object.hasOwn(known, value));
}

/** Any text; also an id that a provider or another program made, which is no key or path in this app. */
export function text<T extends string = string>(): Schema<T> {
  return v.custom<T>((value) => typeof value === 'string');
}

/** An id made by this app, which may be the name of a folder. */
export function id<T extends string>(): Schema<T> {
  return matching<T>((value) => /^[^\p{C}/\\]{1,200}$/u.test(value) && !/^\.+$|\.crswap$/i.test(value));
}

export function matching<T extends string>(isRight: (value: string) => boolean): Schema<T> {
  return v.custom<T>((value) => typeof value === 'string' && isRight(value));
}

/** Neither negative nor infinite. */
export const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
export const positive = v.pipe(amount, v.gtValue(0));
/** Milliseconds since the epoch that a date can be made of: others throw where they are shown. */
export const time = v.pipe(amount, v.maxValue(8.64e15));

/** Objects of any kind, as deep as the engine keeps them. */
export const object = v.custom<JsonObject>((value) => isJsonObject(value) && !measureJson(value).isTooDeep);
export const json = v.custom<Json>((value) => value !== undefined);

/** Throws a `BackupError` for an invalid value; its cause names the path, such as `3.parts.0.type`. */
export function checkValue<T>(schema: Schema<T>, value: unknown, part: string): asserts value is T {
  const { issues } = v.safeParse(schema, value, { abortEarly: true });
  if (!issues) return;
  const [issue] = issues;
  throw new BackupError('invalid', part, new Error(`${v.getDotPath(issue) ?? part}: ${issue.message}`));
}
