/** The contact picker is asked only for fields that the address book supports. */
import { afterEach, expect, it, vi } from 'vitest';
import { pickContacts } from '#src/ui/requests/device/choose.ts';

afterEach(() => void vi.unstubAllGlobals());

function setUp(has: readonly string[]) {
  const asked: (readonly string[])[] = [];
  const contacts = {
    getProperties: async () => has,
    async select(fields: readonly string[]) {
      const odd = fields.find((field) => !has.includes(field));
      if (odd) throw new TypeError(`The provided value '${odd}' is not supported.`);
      asked.push(fields);
      return [{ name: ['Ada'] }];
    },
  };
  vi.stubGlobal('navigator', { contacts });
  return asked;
}

it('leaves out a field that the address book does not have', async () => {
  const asked = setUp(['name', 'tel']);
  const outcome = await pickContacts({ type: 'pick-contacts', fields: ['name', 'address'], multiple: false });
  expect(outcome).toEqual({ did: 'picked-contacts', contacts: [{ name: ['Ada'] }] });
  expect(asked).toEqual([['name']]);
});

it('reports that it has none of them, and opens nothing', async () => {
  const asked = setUp(['name']);
  expect(await pickContacts({ type: 'pick-contacts', fields: ['address'], multiple: false })).toEqual({
    did: 'failed',
    reason: 'the address book of this device has no address',
  });
  expect(asked).toEqual([]);
});
