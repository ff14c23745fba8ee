/** Reads an elicitation form: converts the inputs to values, or returns the first fault. Pure functions. */
import { assertNever } from '#shared/assert-never.ts';
import { matchesFormat, type FormField, type FormValue } from '#shared/mcp/elicitation.ts';

type FaultType =
  | 'required'
  | 'number'
  | 'integer'
  | 'minimum'
  | 'maximum'
  | 'short'
  | 'long'
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time'
  | 'few'
  | 'many';
type FormFault = { type: FaultType; limit: number };

/** The content of an input; numbers are text until the form is read. */
export type FieldEntry = string | boolean | readonly string[];
export type Entries = Readonly<Record<string, FieldEntry>>;
export type ReadForm =
  { ok: true; values: Record<string, FormValue> } | { ok: false; field: string; fault: FormFault };

/** The server's default values. */
export function firstEntries(fields: readonly FormField[]): Entries {
  return Object.fromEntries(fields.map((field) => [field.name, firstEntry(field)]));
}

function firstEntry(field: FormField): FieldEntry {
  switch (field.type) {
    case 'boolean':
      return field.value ?? false;
    case 'choices':
      return field.value ?? [];
    case 'number':
      return field.value === undefined ? '' : String(field.value);
    case 'text':
    case 'choice':
      return field.value ?? '';
    default:
      return assertNever(field);
  }
}

/** Empty optional fields are left out. */
export function readForm(fields: readonly FormField[], entries: Entries): ReadForm {
  const values: Record<string, FormValue> = {};
  for (const field of fields) {
    const read = readField(field, entries[field.name] ?? '');
    if ('fault' in read) return { ok: false, field: field.name, fault: read.fault };
    if (read.value !== undefined) values[field.name] = read.value;
  }
  return { ok: true, values };
}

type Read = { value: FormValue | undefined } | { fault: FormFault };

function readField(field: FormField, entry: FieldEntry): Read {
  if (field.type === 'boolean') return { value: entry === true };
  const isEmpty = entry === '' || (Array.isArray(entry) && entry.length === 0);
  if (isEmpty) return field.isRequired ? fault('required') : { value: undefined };
  switch (field.type) {
    case 'choices':
      return readChoices(field, typeof entry === 'object' ? [...entry] : []);
    case 'choice':
      return { value: String(entry) };
    case 'number':
      return readNumber(field, Number(entry));
    case 'text':
      return readText(field, String(entry));
    default:
      return assertNever(field);
  }
}

function readChoices(
  { minItems = 0, maxItems = Infinity }: FormField & { type: 'choices' },
  chosen: string[],
) {
  if (chosen.length < minItems) return fault('few', minItems);
  return chosen.length > maxItems ? fault('many', maxItems) : { value: chosen };
}

function readNumber(field: FormField & { type: 'number' }, value: number): Read {
  const { isInteger, minimum = -Infinity, maximum = Infinity } = field;
  if (!Number.isFinite(value)) return fault('number');
  if (isInteger && !Number.isInteger(value)) return fault('integer');
  if (value < minimum) return fault('minimum', minimum);
  return value > maximum ? fault('maximum', maximum) : { value };
}

function readText(field: FormField & { type: 'text' }, value: string): Read {
  const { minLength = 0, maxLength = Infinity, format } = field;
  if (value.length < minLength) return fault('short', minLength);
  if (value.length > maxLength) return fault('long', maxLength);
  return format && !matchesFormat(value, format) ? fault(format) : { value };
}

function fault(type: FaultType, limit = 0): { fault: FormFault } {
  return { fault: { type, limit } };
}
