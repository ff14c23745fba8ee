/** The subset of JSON Schema that built-in tools use, and the TypeScript type of the arguments it describes. */
import type { JsonObject } from '../json.ts';

type Described = { readonly description: string };

export type ParameterSchema = Described &
  (
    | {
        readonly type: 'string';
        readonly enum?: readonly string[];
        readonly default?: string;
        readonly minLength?: number;
      }
    | {
        readonly type: 'integer' | 'number';
        readonly default?: number;
        readonly minimum?: number;
        readonly maximum?: number;
      }
    | { readonly type: 'boolean'; readonly default?: boolean }
    | { readonly type: 'array'; readonly items: ParameterSchema; readonly maxItems?: number }
    | {
        readonly type: 'object';
        readonly properties?: Readonly<Record<string, ParameterSchema>>;
        readonly required?: readonly string[];
        readonly additionalProperties?: { readonly type: 'string' };
      }
  );

/** The `parameters` of a tool definition: always an object. */
export type ParametersSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
};

/** The schema of an external tool, after size checks and conversion to JSON Schema 2020-12. */
export type OpenSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required?: string[];
};

type ValueOf<S> = S extends { type: 'string'; enum: readonly (infer E)[] }
  ? E
  : S extends { type: 'string' }
    ? string
    : S extends { type: 'integer' | 'number' }
      ? number
      : S extends { type: 'boolean' }
        ? boolean
        : S extends { type: 'array'; items: infer I }
          ? ValueOf<I>[]
          : S extends { type: 'object'; properties: Readonly<Record<string, unknown>> }
            ? ArgumentsOf<S>
            : S extends { type: 'object' }
              ? Record<string, string>
              : never;

type RequiredKeys<S> = S extends { required: readonly (infer R)[] } ? R : never;

/** The arguments a schema admits: required properties present, the others optional. */
export type ArgumentsOf<S extends { readonly properties: Readonly<Record<string, unknown>> }> = {
  [Key in keyof S['properties'] as Key extends RequiredKeys<S> ? Key : never]: ValueOf<S['properties'][Key]>;
} & {
  [Key in keyof S['properties'] as Key extends RequiredKeys<S> ? never : Key]?: ValueOf<S['properties'][Key]>;
};
