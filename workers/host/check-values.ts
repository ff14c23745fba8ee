/** Checks arguments against a schema from outside, inside a tool host: whatever it costs, the host can be killed. */
// An interpreter, because compiled schemas need `eval`, which the CSP forbids.
import { Validator, type Schema } from '@cfworker/json-schema';
import type { JsonObject } from '../../src/shared/json.ts';
import type { OpenSchema } from '../../src/shared/schema.ts';
import type { SchemaVerdict } from '../engine/host-protocol.ts';
import { describeFaults } from '../engine/validation.ts';
import { findFaults } from './find-faults.ts';
import { withLinearPatterns } from './linear-patterns.ts';

/** The first faults are enough to mend a call. */
const mostFaults = 5;

export function checkValues(schema: OpenSchema, values: JsonObject): SchemaVerdict {
  // The interpreter marks the schema it reads.
  const own = structuredClone(schema) as Schema & JsonObject;
  const { valid, errors } = withLinearPatterns(() => new Validator(own, '2020-12', false).validate(values));
  if (valid) return { type: 'valid' };
  const faults = findFaults(errors, own, values).slice(0, mostFaults);
  return { type: 'invalid', message: describeFaults(faults, values) };
}
