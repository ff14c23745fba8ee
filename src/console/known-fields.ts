/** Refuses what a script misspelt: the engine would ignore an unknown option or field, and so a restriction. */

/** Every field of `T`; the compiler names one that is missing. */
export type FieldsOf<T> = { readonly [Name in keyof Required<T>]: true };

/** Throws if `given` is no object, or has a field that is not in `fields`. `method`: such as `oneclaw.agents.save`. */
export function requireKnown<T extends object>(
  method: string,
  given: T,
  fields: FieldsOf<T>,
  kind: 'field' | 'option' = 'option',
): void {
  const value: unknown = given;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`validation_error: ${method} takes an object of ${kind}s here: ${namesOf(fields)}.`);
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => `'${name}'`).join(', ');
  throw new Error(`validation_error: ${method} has no ${kind} ${names}. It has: ${namesOf(fields)}.`);
}

function namesOf(fields: object): string {
  return Object.keys(fields).join(', ');
}
