/** Parses the parts of the stored session that the host needs; the rest is parsed by the interpreter. */
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
  /** The sources of functions and classes. */
  functions: string[];
};

/** Undefined if the text has another version. */
export function parseState(text: string): SessionText | undefined {
  const parsed = v.safeParse(schema, text);
  if (!parsed.success) return undefined;
  const { imports, nodes } = parsed.output;
  return {
    imports,
    functions: nodes.flatMap(({ t, d }) => (t === 'function' && typeof d === 'string' ? [d] : [])),
  };
}

/** True if there are neither variables nor notes about lost ones. */
export function isEmptyState(text: string): boolean {
  const parsed = v.safeParse(schema, text);
  return (
    parsed.success &&
    [parsed.output.imports, parsed.output.names, parsed.output.lost].every(({ length }) => length === 0)
  );
}
