/** A form for any parameters schema as pure functions: field texts in, arguments or faults out. */
import type { Json, JsonObject } from '#shared/json.ts';
import type { FormParameter, FormParameters } from './read-parameter.ts';

export type FieldFault = 'required' | 'number' | 'json' | 'list' | 'object';
export type FormValues = { ok: true; values: JsonObject } | { ok: false; faults: Record<string, FieldFault> };

/** Texts by parameter; an empty one omits its parameter, so that the default applies. */
export function formValues(schema: FormParameters, texts: Readonly<Record<string, string>>): FormValues {
  const values: JsonObject = {};
  const faults: Record<string, FieldFault> = {};
  for (const [name, parameter] of Object.entries(schema.properties)) {
    const text = texts[name] ?? '';
    if (text === '') {
      if (!schema.required?.includes(name)) continue;
      // A required string may be empty on purpose, such as the content of a file.
      if (acceptsEmpty(parameter)) values[name] = '';
      else faults[name] = 'required';
      continue;
    }
    const read = readValue(parameter, text);
    if ('fault' in read) faults[name] = read.fault;
    else values[name] = read.value;
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, values };
}

function acceptsEmpty(parameter: FormParameter): boolean {
  return parameter.type === 'string' && !parameter.enum && !parameter.minLength;
}

function readValue(parameter: FormParameter, text: string): { value: Json } | { fault: FieldFault } {
  switch (parameter.type) {
    case 'string':
      return { value: text };
    case 'integer':
    case 'number': {
      const value = Number(text);
      return text.trim() !== '' && Number.isFinite(value) ? { value } : { fault: 'number' };
    }
    case 'boolean':
      return { value: text === 'true' };
    case 'any':
      return readJson(text, () => true, 'json');
    case 'array':
      return readJson(text, Array.isArray, 'list');
    case 'object':
      return readJson(
        text,
        (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
        'object',
      );
  }
}

function readJson(text: string, fits: (value: Json) => boolean, fault: FieldFault) {
  try {
    const value = JSON.parse(text) as Json;
    return fits(value) ? { value } : { fault };
  } catch {
    return { fault: 'json' as const };
  }
}
