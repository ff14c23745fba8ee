/** The compiled schemas of the built-in tools; loaded at the first call. */
import * as generated from 'virtual:tool-validators';

/** One fault, as Ajv's standalone validators report it. */
export type ValidationError = {
  keyword: string;
  /** JSON pointer to the value, '' for the whole. */
  instancePath: string;
  params: Record<string, unknown>;
};

export type Validator = {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
};

export const validators: Readonly<Record<string, Validator>> = generated.validators;
