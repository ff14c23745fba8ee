/** What `scripts/tool-manifest.ts` generates from `workers/tools/index.ts`. */
declare module 'virtual:tool-manifest' {
  import type { ToolDefinition } from '../src/shared/tool.ts';

  /** The shape of Ajv's standalone validators. */
  export type Validator = {
    (value: unknown): boolean;
    errors?: ValidationError[] | null;
  };
  export type ValidationError = {
    keyword: string;
    /** JSON pointer to the value, '' for the whole */
    instancePath: string;
    params: Record<string, unknown>;
  };

  export const definitions: readonly ToolDefinition[];
  export const validators: Readonly<Record<string, Validator>>;
}
