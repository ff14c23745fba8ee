/** The built-in tools as the engine knows them: definitions and compiled validators, without their code. */
import * as generated from 'virtual:tool-manifest';
import type { ToolDefinition } from '../../src/shared/tool.ts';

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

export const definitions: readonly ToolDefinition[] = generated.definitions;
export const validators: Readonly<Record<string, Validator>> = generated.validators;
