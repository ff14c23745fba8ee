/** Values typed into the form of a tool become its arguments, or an error at the field. */
import { describe, expect, it } from 'vitest';
import type { ParametersSchema } from '#shared/tools/schema.ts';
import { readParameters } from '#src/ui/tools/read-parameter.ts';
import { formValues } from '#src/ui/tools/schema-form.ts';

const description = '';
const schema: ParametersSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1, description },
    content: { type: 'string', description },
    count: { type: 'integer', description },
    deep: { type: 'boolean', description },
    tags: { type: 'array', items: { type: 'string', description }, description },
    headers: { type: 'object', description },
  },
  required: ['path', 'content'],
};

describe('formValues', () => {
  it('leaves out empty optional values, and keeps a required text that may be empty', () =>
    expect(formValues(schema, { path: 'a' })).toEqual({ ok: true, values: { path: 'a', content: '' } }));

  it('reads each kind of value', () =>
    expect(
      formValues(schema, {
        path: ' a ',
        content: 'x',
        count: '3',
        deep: 'false',
        tags: '["a"]',
        headers: '{"b": "c"}',
      }),
    ).toEqual({
      ok: true,
      values: { path: ' a ', content: 'x', count: 3, deep: false, tags: ['a'], headers: { b: 'c' } },
    }));

  it('names every fault', () =>
    expect(formValues(schema, { count: 'three', tags: '{}', headers: '[' })).toEqual({
      ok: false,
      faults: { path: 'required', count: 'number', tags: 'list', headers: 'json' },
    }));
});

describe('parameters from outside', () => {
  it('have a field of their kind where our own subset has one, and any JSON else', () => {
    const parameters = readParameters({
      type: 'object',
      properties: {
        a: { type: 'string', enum: ['x'] },
        b: { $ref: '#/$defs/b' },
        c: { type: ['integer', 'null'] },
      },
    });
    expect(Object.values(parameters.properties).map(({ type }) => type)).toEqual(['string', 'any', 'any']);
    expect(formValues(parameters, { b: '{"c": [1]}', c: 'null' })).toEqual({
      ok: true,
      values: { b: { c: [1] }, c: null },
    });
    expect(formValues(parameters, { b: 'x' })).toEqual({ ok: false, faults: { b: 'json' } });
  });
});
