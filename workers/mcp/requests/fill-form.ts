/** Validates a filled form before it is sent to the server, and collects the server's default values. */
import { assertNever } from '#shared/assert-never.ts';
import { matchesFormat, type FormField, type FormValue } from '#shared/mcp/elicitation.ts';

type Values = Record<string, FormValue>;

/** The values of the form's fields; undefined if one is missing or invalid. */
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

/** The server's default values. */
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
        (!field.format || matchesFormat(value, field.format))
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
