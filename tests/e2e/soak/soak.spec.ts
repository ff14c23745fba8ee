/**
 * Every call gets exactly one result: random tools and faults, eight at a time; 500 calls, or 10,000 in the
 * soak.
 */
import { expect, test } from '../app.ts';

const calls = process.env.SUITE === 'soak' ? 10_000 : 500;

test(`${calls} calls with random faults have ${calls} results`, async ({ app }) => {
  test.setTimeout(600_000);
  const report = await app.evaluate(async (total) => {
    let seed = 20_261_121;
    /** mulberry32, a seeded generator: the faults are the same in every run. */
    const random = (below: number) => {
      seed = (seed + 0x6d2b79f5) | 0;
      let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
      return ((bits ^ (bits >>> 14)) >>> 0) % below;
    };
    const kinds: (() => [string, Record<string, string | number>])[] = [
      () => ['noop', {}],
      () => ['get_current_time', { timezone: random(2) ? 'Asia/Tokyo' : 'Mars' }],
      () => [
        'write_file',
        {
          path: `soak/${random(20)}.txt`,
          content: 'x'.repeat(random(500)),
          mode: random(2) ? 'append' : 'overwrite',
        },
      ],
      () => ['read_file', { path: `soak/${random(40)}.txt` }],
      () => ['edit', { path: `soak/${random(20)}.txt`, old_string: 'xx', new_string: 'y' }],
      () => ['read_file', random(2) ? { path: '../escape' } : { path: 7 }],
      () => ['no_such_tool', {}],
      () => ['test_crash', {}],
      () => ['test_wait', { milliseconds: random(5) }],
      () => ['list_directory', { path: random(2) ? 'soak' : 'nowhere' }],
    ];
    const outcomes: Record<string, number> = {};
    let next = 0;
    const work = async () => {
      while (next++ < total) {
        // Once in 500 calls, use a tool that only a kill ends.
        const [name, values] =
          random(500) === 0 ? (['test_loop', {}] as const) : kinds[random(kinds.length)]!();
        const result = await window.oneclaw.tools.call(name, values);
        const outcome = result.status === 'success' ? 'success' : result.error_type;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    const logged = await window.oneclaw.activity.verify();
    return { outcomes, logged };
  }, calls);

  expect(Object.values(report.outcomes).reduce((sum, count) => sum + count, 0)).toBe(calls);
  expect(Object.keys(report.outcomes)).toEqual(
    expect.arrayContaining([
      'success',
      'validation_error',
      'path_not_allowed',
      'file_not_found',
      'tool_not_found',
      'execution_error',
      'timeout',
    ]),
  );
  expect(report.logged).toEqual({ ok: true, checked: calls });
});
