/** The compiled schemas of the built-in tools; loaded at the first call. */
import * as generated from 'virtual:tool-validators';
import type { ValidationError } from '#workers/text/describe-faults.ts';

export type Validator = {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
};

export const validators: Readonly<Record<string, Validator>> = generated.validators;
