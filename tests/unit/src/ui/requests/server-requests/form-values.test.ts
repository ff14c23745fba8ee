/** The form of a server: valid values are sent in the requested type, and invalid ones are named. */
import { describe, expect, it } from 'vitest';
import type { FormField } from '#shared/mcp/elicitation.ts';
import { firstEntries, readForm } from '#src/ui/requests/server-requests/form-values.ts';

const named = { title: '', description: '', isRequired: false };
const age: FormField = { ...named, name: 'age', type: 'number', isInteger: true, minimum: 1, maximum: 99 };
const mail: FormField = { ...named, name: 'mail', type: 'text', format: 'email', isRequired: true };
const fish: FormField = {
  ...{ ...named, name: 'fish', type: 'choices', minItems: 1, maxItems: 1, value: ['a'] },
  options: ['a', 'b'].map((value) => ({ value, label: value })),
};
const yes: FormField = { ...named, name: 'yes', type: 'boolean' };

describe('readForm', () => {
  it('starts with what the server proposes, and leaves out what is empty', () => {
    const entries = firstEntries([age, mail, fish, yes]);
    expect(entries).toEqual({ age: '', mail: '', fish: ['a'], yes: false });
    expect(readForm([age, mail, fish, yes], { ...entries, mail: 'a@b' })).toEqual({
      ok: true,
      values: { mail: 'a@b', fish: ['a'], yes: false },
    });
  });

  it.each([
    [mail, '', 'required'],
    [mail, 'nobody', 'email'],
    [age, 'x', 'number'],
    [age, '1.5', 'integer'],
    [age, '0', 'minimum'],
    [age, '100', 'maximum'],
    [fish, ['a', 'b'], 'many'],
  ] as const)('names what is wrong with %o as %o', (field, entry, type) => {
    expect(readForm([field], { [field.name]: entry })).toMatchObject({
      ok: false,
      field: field.name,
      fault: { type },
    });
  });
});
