/** The names that a server gives to fields and choices of a form, and how they are shown to the user. */
import { describe, expect, it } from 'vitest';
import { readForm } from '#workers/mcp/requests/read-form.ts';

const form = (properties: object) => readForm({ type: 'object', properties });

describe('the fields of a form', () => {
  it('have a name to be seen and heard, whatever the server calls them', () => {
    const fields = form({
      plain: { type: 'string' },
      blank: { type: 'string', title: ' \u200b ' },
      ['\u2060']: { type: 'string' },
    });
    expect(fields?.map(({ title }) => title)).toEqual(['plain', 'blank', '\\u{2060}']);
    expect(form({ ['']: { type: 'string' } })).toBeUndefined();
  });

  it('tell choices apart that are called the same', () => {
    const oneOf = [
      { const: 'yes', title: 'No' },
      { const: 'no', title: 'No' },
    ];
    const [field] = form({ agree: { type: 'string', oneOf } }) ?? [];
    expect(field).toMatchObject({ options: [{ label: 'No (yes)' }, { label: 'No (no)' }] });
    const [other] = form({ pick: { type: 'string', enum: ['', 'a'] } }) ?? [];
    expect(other).toMatchObject({ options: [{ value: '', label: '“”' }, { label: 'a' }] });
  });
});
