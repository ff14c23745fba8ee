/**
 * Validates arguments against the schema of an external tool. This runs in a tool host, which can be
 * terminated if it takes too long.
 */
// This library interprets schemas. Compiled schemas need `eval`, which the CSP (content security policy)
// forbids.
import { format, validate, type Schema } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { fromPointer, stepInto } from '#shared/tools/schema-pointer.ts';
import type { SchemaVerdict } from '#workers/contracts/tool-host-protocol.ts';
import { describeFaults } from '#workers/text/describe-faults.ts';
import { findFaults } from './find-faults.ts';
import { linearSchema } from './linear-patterns.ts';

/** So many faults are enough for a model to correct its call. */
const maxFaults = 5;

export function checkValues(schema: JsonObject, values: JsonObject): SchemaVerdict {
  const linear = linearSchema(values, format);
  const rewritten = linear.rewrite(schema);
  const targets = findTargets(schema, linear.rewrite);
  const { valid, errors } = validate(values, rewritten, '2020-12', targets, false);
  if (valid) return { type: 'valid' };
  const faults = findFaults(errors, rewritten, values, linear.originalOf).slice(0, maxFaults);
  return { type: 'invalid', message: describeFaults(faults, values) };
}

/**
 * The target schema of each `$ref`, by the text of the `$ref`, because the interpreter resolves URLs and
 * writes them in two ways.
 */
function findTargets(root: JsonObject, rewrite: (schema: JsonObject) => JsonObject): Record<string, Schema> {
  const targets = new Map<string, Schema>();
  const left: Json[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && typeof next.$ref === 'string') {
      const target = (fromPointer(next.$ref) ?? ['']).reduce<Json | undefined>(stepInto, root);
      if (isJsonObject(target)) targets.set(next.$ref, rewrite(target));
    }
    left.push(...Object.values(next));
  }
  return Object.fromEntries(targets);
}
