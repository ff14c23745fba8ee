import { describe, expect, it } from 'vitest';
import { getCurrentTime } from '#workers/tools/time/get-current-time.ts';

const context = { signal: new AbortController().signal, progress: () => undefined };
const now = async (values: object) => String(await getCurrentTime.execute(values, context));

const momentOf = (text: string) => Date.parse(text.split(' ')[0] ?? '');

describe('get_current_time', () => {
  it('gives ISO 8601 with the offset of the zone, to the present second', async () => {
    const text = await now({ timezone: 'Asia/Tokyo' });
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00 \(\w+day, Asia\/Tokyo\)$/);
    expect(Math.abs(momentOf(text) - Date.now())).toBeLessThan(5_000);
    const weekday = new Date().toLocaleDateString('en-US', { weekday: 'long', timeZone: 'Asia/Tokyo' });
    expect(text).toContain(weekday);
  });

  it.each([
    ['UTC', /\+00:00 /],
    ['America/St_Johns', /-0[23]:30 /],
    ['Asia/Kathmandu', /\+05:45 /],
  ])('knows the offset of %s', async (timezone, offset) => {
    expect(await now({ timezone, format: 'iso8601' })).toMatch(offset);
  });

  it('uses the zone of the device by default', async () => {
    const text = await now({});
    expect(Math.abs(momentOf(text) - Date.now())).toBeLessThan(5_000);
    expect(text).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('speaks to people when asked to', async () => {
    expect(await now({ timezone: 'Europe/Paris', format: 'human_readable' })).toMatch(
      /^\w+day, \w+ \d+, \d{4} at \d+:\d\d:\d\d [AP]M .+ \(Europe\/Paris\)$/,
    );
  });

  it('names a zone that does not exist, and shows how one looks', async () => {
    await expect(async () => now({ timezone: 'Mars/Base' })).rejects.toMatchObject({
      type: 'validation_error',
      message: expect.stringContaining("'Mars/Base'") as unknown,
    });
  });
});
