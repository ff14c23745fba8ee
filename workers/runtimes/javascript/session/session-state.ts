/** What the engine's side reads of the text that a session keeps; the rest is the interpreter's. */
import * as v from 'valibot';
import type { Imported } from './rewrite.ts';

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.literal(1),
    imports: v.array(v.object({ name: v.string(), from: v.string(), exported: v.string() })),
    names: v.array(v.unknown()),
    nodes: v.array(v.object({ t: v.string(), d: v.optional(v.unknown()) })),
    lost: v.array(v.unknown()),
  }),
);

export type SessionText = {
  imports: Imported[];
  /** The texts of functions and classes. */
  functions: string[];
};

/** Undefined for a text of another version. */
export function parseState(text: string): SessionText | undefined {
  const parsed = v.safeParse(schema, text);
  if (!parsed.success) return undefined;
  const { imports, nodes } = parsed.output;
  return {
    imports,
    functions: nodes.flatMap(({ t, d }) => (t === 'function' && typeof d === 'string' ? [d] : [])),
  };
}

/** Whether there is nothing to keep, and nothing to say of what is lost. */
export function isEmptyState(text: string): boolean {
  const parsed = v.safeParse(schema, text);
  return (
    parsed.success &&
    [parsed.output.imports, parsed.output.names, parsed.output.lost].every(({ length }) => length === 0)
  );
}
