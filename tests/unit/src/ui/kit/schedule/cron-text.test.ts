/** Cron patterns in words, in the language of the user. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { languages } from '#shared/text/index.ts';
import { applyLanguage, loadTexts } from '#src/state/text/text.ts';
import { cronText, repeatText } from '#src/ui/kit/schedule/cron-text.ts';

beforeAll(() => loadTexts('common'));

it.each([
  ['0 8 * * *', 'Every day, 08:00 AM'],
  ['0 8 * * 1-5', 'Monday to Friday, 08:00 AM'],
  ['0 8 * * MON-FRI', 'Monday to Friday, 08:00 AM'],
  ['30 21 * * 0,6', 'Saturday and Sunday, 09:30 PM'],
  ['0 8 * * 1', 'Monday, 08:00 AM'],
  ['0 8 * * 0-7', 'Every day, 08:00 AM'],
  ['0 8,20 * * *', 'Every day, 08:00 AM and 08:00 PM'],
  ['0 9-17 * * 1-5', 'Monday to Friday, Every hour, 09:00 AM–05:00 PM'],
  ['0 * * * *', 'Every hour'],
  ['15 * * * *', 'Every hour (:15)'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['* * * * *', 'Every minute'],
  ['0 8 1,15 * *', 'Day of the month: 1 and 15, 08:00 AM'],
  ['0 8 L * *', 'Last day of the month, 08:00 AM'],
  ['0 8 24 12 *', 'Every year: Dec 24, 08:00 AM'],
])('%s', (cron, text) => {
  expect(cronText(cron).replaceAll('\u202f', ' ')).toBe(text);
});

// What the words would say is not when these are due.
it.each([
  '0 8 13 * 5',
  '*/7 * * * *',
  '0 */5 * * *',
  '0 8 * * 1#2',
  '0 8 15W * *',
  '0 8 * 2 1',
  '1-59/2 9 * * *',
])('%s stays as it is', (cron) => {
  expect(cronText(cron)).toBe(`\u2066${cron}\u2069`);
});

it('dates are listed, the first four of many', () => {
  expect(repeatText({ days: ['2026-01-31', '2026-02-14'], time: '08:00' }).replaceAll('\u202f', ' ')).toBe(
    'Jan 31, Feb 14, 08:00 AM',
  );
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'];
  expect(repeatText({ days, time: '08:00' })).toContain('…');
});

it('every language has words of its own', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  const seen = new Set<string>();
  for (const code of Object.keys(languages)) {
    await applyLanguage(code as keyof typeof languages);
    await loadTexts('common');
    seen.add(cronText('0 8 L * *'));
    expect(cronText('0 8 * * 1-5')).not.toContain('undefined');
  }
  expect(seen.size).toBe(Object.keys(languages).length);
});
afterAll(async () => {
  await applyLanguage('en');
  vi.unstubAllGlobals();
});
