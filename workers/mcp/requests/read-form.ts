/** Converts a server's elicitation schema to form fields; rejects types that the protocol does not allow. */
import type { FormField, FormOption } from '#shared/mcp/elicitation.ts';
import { escapeInvisible, visibleText } from '#shared/invisible.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';

const { formFields, formOptions, formCharacters, optionCharacters, labelCharacters } = mcpLimits;
const formats = ['email', 'uri', 'date', 'date-time'] as const;

/** Undefined if a field cannot be shown, because a partial form would change what the server requests. */
export function readForm(schema: unknown): FormField[] | undefined {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return undefined;
  const entries = Object.entries(schema.properties);
  if (entries.length > formFields || entries.some(([name]) => name.length > labelCharacters))
    return undefined;
  const required = textsIn(schema.required);
  const fields = entries.map(([name, property]) =>
    isJsonObject(property) ? readField(name, property, required.includes(name)) : undefined,
  );
  return fields.some((field) => field === undefined)
    ? undefined
    : fields.filter((field) => field !== undefined);
}

function readField(name: string, property: JsonObject, isRequired: boolean): FormField | undefined {
  const title = nameFor(property.title, name);
  if (title === '') return undefined;
  const named = { name, title, description: shownText(property.description), isRequired };
  const isChoice = property.oneOf !== undefined || property.enum !== undefined;
  // Some servers leave the type of a choice out: https://github.com/PrefectHQ/fastmcp/pull/2773
  switch (property.type ?? (isChoice ? 'string' : undefined)) {
    case 'string': {
      // A choice whose options cannot be shown must not become a free text field.
      const field = isChoice ? readChoice(property) : readText(property);
      return field && { ...named, ...field };
    }
    case 'number':
    case 'integer':
      return { ...named, ...readNumber(property) };
    case 'boolean':
      return { ...named, type: 'boolean', ...given('value', property.default, isFlag) };
    case 'array': {
      const field = readChoices(property);
      return field && { ...named, ...field };
    }
    default:
      return undefined;
  }
}

function readText(property: JsonObject) {
  const format = formats.find((each) => each === property.format);
  return {
    type: 'text' as const,
    ...(format ? { format } : {}),
    ...given('minLength', property.minLength, isCount),
    ...given('maxLength', property.maxLength, isCount),
    ...given('value', property.default, isShort),
  };
}

function readNumber(property: JsonObject) {
  return {
    type: 'number' as const,
    isInteger: property.type === 'integer',
    ...given('minimum', property.minimum, isNumber),
    ...given('maximum', property.maximum, isNumber),
    ...given('value', property.default, isNumber),
  };
}

function readChoice(property: JsonObject) {
  const options = readOptions(property, 'oneOf');
  return options && { type: 'choice' as const, options, ...given('value', property.default, isShort) };
}

function readChoices(property: JsonObject) {
  const options = isJsonObject(property.items) ? readOptions(property.items, 'anyOf') : undefined;
  if (!options) return undefined;
  // Some servers give one value as the default.
  const chosen = typeof property.default === 'string' ? [property.default] : property.default;
  return {
    type: 'choices' as const,
    options,
    ...given('minItems', property.minItems, isCount),
    ...given('maxItems', property.maxItems, isCount),
    ...given('value', chosen, isTexts),
  };
}

/**
 * Reads `enum`, `enum` with `enumNames`, or pairs of `const` and `title`; undefined if an option cannot be
 * shown.
 */
function readOptions(property: JsonObject, keyword: 'oneOf' | 'anyOf'): FormOption[] | undefined {
  const pairs = property[keyword];
  const list = Array.isArray(pairs) ? pairs : property.enum;
  if (!Array.isArray(list) || list.length === 0 || list.length > formOptions) return undefined;
  const names = textsIn(property.enumNames);
  const options = list.map((each, index) =>
    isJsonObject(each) ? readOption(each.const, each.title) : readOption(each, names[index]),
  );
  const whole = options.filter((option) => option !== undefined);
  if (whole.length < options.length) return undefined;
  // If two labels are equal, the values are added to distinguish them.
  const isPlain = new Set(whole.map(({ label }) => label)).size === whole.length;
  return isPlain
    ? whole
    : whole.map(({ value, label }) => ({ value, label: `${label} (${escapeInvisible(value)})` }));
}

function readOption(value: Json | undefined, title: Json | undefined): FormOption | undefined {
  if (typeof value !== 'string' || value.length > optionCharacters) return undefined;
  // An empty value is an option as well and needs a visible label.
  return { value, label: nameFor(title, value) || '“”' };
}

/** The title, or else the value; in printable form if nothing of it is visible. */
function nameFor(title: Json | undefined, own: string): string {
  return (shownText(title).trim() || visibleText(own).trim() || escapeInvisible(own))
    .slice(0, labelCharacters)
    .toWellFormed();
}

function given<K extends string, T extends Json>(
  key: K,
  value: Json | undefined,
  isFit: (value: Json) => value is T,
): { [key in K]?: T } {
  const own: { [key in K]?: T } = {};
  if (value !== undefined && isFit(value)) own[key] = value;
  return own;
}

function shownText(text: Json | undefined): string {
  return typeof text === 'string' ? visibleText(text).slice(0, 500).toWellFormed() : '';
}

function textsIn(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

const isFlag = (value: Json): value is boolean => typeof value === 'boolean';
const isNumber = (value: Json): value is number => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: Json): value is number => isNumber(value) && Number.isInteger(value) && value >= 0;
const isShort = (value: Json): value is string => typeof value === 'string' && value.length <= formCharacters;
const isTexts = (value: Json): value is string[] => Array.isArray(value) && value.every(isShort);
