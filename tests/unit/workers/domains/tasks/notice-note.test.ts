/** What a tool says of notifications that are missing. */
import { expect, it } from 'vitest';
import { noteFor, noticeNote } from '#workers/domains/tasks/notice-note.ts';

it('says what is missing and who can change it, and nothing where notifications are allowed', () => {
  expect(noteFor('granted')).toBe('');
  expect(noteFor('default')).toMatch(/^ The user has not allowed .*button below/);
  expect(noteFor('denied')).toMatch(/^ The browser blocks .* settings for this site/);
  expect(noteFor('unsupported')).toMatch(/^ This browser has no notifications/);
});

it('reads the permission of this browser', async () => {
  // Node has no notifications.
  expect(await noticeNote()).toBe(noteFor('unsupported'));
});
