/** What the user filled in, held against the form before a server gets it; and what its proposals come to. */
import { assertNever } from '#shared/assert-never.ts';
import type { FormField, FormValue } from '#shared/mcp/elicitation.ts';

type Values = Record<string, FormValue>;

/** Only what the form has; undefined where something is missing or does not fit. */
export function fillForm(fields: readonly FormField[], values: Readonly<Values>): Values | undefined {
  const filled: [string, FormValue][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value === undefined || value === '') {
      if (field.isRequired) return undefined;
    } else if (fits(field, value)) filled.push([field.name, value]);
    else return undefined;
  }
  return Object.fromEntries(filled);
}

/** What the server proposes, field by field. */
export function proposals(fields: readonly FormField[]): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, FormValue][] =>
      field.value === undefined ? [] : [[field.name, field.value]],
    ),
  );
}

function fits(field: FormField, value: FormValue): boolean {
  switch (field.type) {
    case 'text':
      return (
        typeof value === 'string' &&
        isWithin(value.length, field.minLength, field.maxLength) &&
        isOf(field, value)
      );
    case 'number':
      return (
        typeof value === 'number' &&
        isWithin(value, field.minimum, field.maximum) &&
        (!field.isInteger || Number.isInteger(value))
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return field.options.some((option) => option.value === value);
    case 'choices':
      return (
        Array.isArray(value) &&
        isWithin(value.length, field.minItems, field.maxItems) &&
        value.every((each) => field.options.some((option) => option.value === each))
      );
    default:
      return assertNever(field);
  }
}

function isWithin(value: number, least = -Infinity, most = Infinity): boolean {
  return value >= least && value <= most;
}

function isOf({ format }: FormField & { type: 'text' }, value: string): boolean {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value);
    case 'uri':
      return URL.canParse(value);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'date-time':
      return !Number.isNaN(Date.parse(value));
    default:
      return true;
  }
}
