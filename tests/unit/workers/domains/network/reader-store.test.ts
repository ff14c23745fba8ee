/** The stored reader service: a URL template in which a page cannot choose the host. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createReaderStore } from '#workers/domains/network/reader-store.ts';

const open = async () => createReaderStore(await openDatabase({ name: newId('run') }));

it('keeps a template, and forgets it', async () => {
  const store = await open();
  expect(await store.read()).toBeUndefined();
  expect(await store.save(' https://reader.example/{url} ')).toEqual({
    ok: true,
    value: 'https://reader.example/{url}',
  });
  expect(await store.read()).toBe('https://reader.example/{url}');
  expect(await store.save(null)).toEqual({ ok: true, value: null });
  expect(await store.read()).toBeUndefined();
});

it.each([
  '',
  'reader.example/{url}',
  'https://reader.example/',
  'https://reader.{url}',
  'https://{url}',
  'https://a:b@r.example/{url}',
  'javascript:{url}',
  'https://r.example/{url}/{url}',
  1,
])('refuses %j and says what one is', async (template) => {
  const store = await open();
  expect(await store.save(template as string)).toMatchObject({
    error: {
      type: 'validation_error',
      message: expect.stringContaining('https://reader.example/{url}') as unknown,
    },
  });
});
