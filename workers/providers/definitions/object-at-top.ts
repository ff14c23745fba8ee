/** Turns tool parameters into one plain object at the top, which every format requires, by folding choices and references into it. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { OpenSchema, ParametersSchema } from '#shared/tools/schema.ts';
import { briefJson } from './merge-schemas.ts';
import { withPortablePatterns } from './portable-patterns.ts';
import { inlineReferences, startScope } from './inline-references.ts';

type TopObject = { type: 'object'; properties: JsonObject; required?: string[]; [keyword: string]: Json };

/** OpenAI and Anthropic reject these at the top (400), but not below it. */
const refusedAtTop = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'enum', 'const'];

export function objectAtTop(parameters: ParametersSchema | OpenSchema): TopObject {
  const plain = withPortablePatterns(JSON.parse(JSON.stringify(parameters)) as TopObject);
  if (!refusedAtTop.some((keyword) => keyword in plain)) return plain;
  const { schema } = inlineReferences(plain, startScope(plain));
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? [list] : []));
  const folded = choices.reduce((object, list) => foldChoice(object, list, plain), schema);
  const left = refusedAtTop.filter((keyword) => keyword in folded);
  const notes = left
    .filter((keyword) => keyword !== 'anyOf' && keyword !== 'oneOf')
    .map((keyword) => `Rule '${keyword}': ${briefJson(folded[keyword] ?? null)}.`);
  const description = [folded.description, ...notes].filter((each) => typeof each === 'string').join(' ');
  const kept = Object.entries(folded).filter(([keyword]) => !left.includes(keyword));
  return {
    ...Object.fromEntries(kept),
    type: 'object',
    properties: isJsonObject(folded.properties) ? folded.properties : {},
    ...(description === '' ? {} : { description }),
  };
}

/**
 * Merges the forms of an `anyOf` or `oneOf` into one object with the parameters of all forms. Required are
 * those that every form requires. The description lists the forms.
 */
function foldChoice(object: JsonObject, list: readonly Json[], root: JsonObject): JsonObject {
  const forms = list.filter(isJsonObject).map((form) => inlineReferences(form, startScope(root)).schema);
  if (forms.length === 0) return object;
  const properties: JsonObject = { ...(isJsonObject(object.properties) ? object.properties : {}) };
  const names = new Set(forms.flatMap((form) => Object.keys(propertiesOf(form))));
  for (const name of names) {
    const known = [properties, ...forms.map(propertiesOf)].flatMap((each) =>
      Object.hasOwn(each, name) ? (each[name] ?? []) : [],
    );
    const different = [...new Map(known.map((each) => [JSON.stringify(each), each])).values()];
    const [first = {}, ...others] = different;
    properties[name] = others.length === 0 ? first : { anyOf: different };
  }
  const [one = [], ...more] = forms.map(requiredOf);
  const everywhere = one.filter((name) => more.every((other) => other.includes(name)));
  const required = [...new Set([...requiredOf(object), ...everywhere])];
  const words = forms.map(
    (form) => requiredOf(form).join(', ') || Object.keys(propertiesOf(form)).join(', ') || 'nothing',
  );
  const text = typeof object.description === 'string' ? `${object.description} ` : '';
  return {
    ...object,
    properties,
    ...(required.length > 0 ? { required } : {}),
    description: `${text}Give one of: ${words.join('; or ')}.`,
  };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((each) => typeof each === 'string') : [];
}
