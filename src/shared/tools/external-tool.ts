/** Tools from outside (MCP servers, edge nodes): how their names are told from ours, and why one is refused. */

export const builtInSource = 'built-in';

/** Names from outside are `mcp__server__name`; built-in ones never have two underscores in a row. */
export function isOutsideName(name: string): boolean {
  return name.includes('__');
}

/** What is wrong with a tool as it arrived; a code, because the interface says it in its own language. */
type RefusalReason =
  | 'name_empty'
  | 'name_too_long'
  /** Zero-width, reordering, tag or control characters. */
  | 'name_invisible'
  /** Letters that look like others. */
  | 'name_lookalike'
  /** Another tool has the name that this one would get. */
  | 'name_taken'
  | 'too_many_tools'
  /** It says of itself what it did not say when the user accepted it. */
  | 'changed'
  | 'schema_not_object'
  | 'schema_too_large'
  | 'schema_too_deep'
  | 'schema_too_long'
  | 'schema_enum_too_long'
  | 'schema_pattern_too_long'
  /** As in names, in a key or a value that a model is to use. */
  | 'schema_invisible'
  | 'schema_too_many_references'
  /** A reference to another document. */
  | 'schema_foreign_reference'
  | 'schema_missing_reference'
  /** A reference that leads back to itself without a step into the value. */
  | 'schema_loop'
  /** References that multiply each other. */
  | 'schema_expands'
  /** `__proto__`, `constructor` or `prototype` as a key. */
  | 'schema_prototype';

/** `detail` is the limit, the key or the reference in question. */
export type ToolRefusal = { reason: RefusalReason; detail: string };
