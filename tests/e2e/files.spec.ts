/** The file tools on real private storage: limits, kinds, escapes, long results, and a full disk. */
import { expect, test } from './app.ts';

test('every way to leave the workspace is refused', async ({ app }) => {
  const types = await app.evaluate(async () => {
    const paths = [
      '../x',
      '/etc/passwd',
      '/data/data/com.oneclaw.shadow/databases/oneclaw.db',
      'a/../../x',
      'a\\b',
      'a\u0000b',
      'x.crswap',
      '../journal',
    ];
    const results = await Promise.all(
      paths.flatMap((path) => [
        window.oneclaw.tools.call('read_file', { path }),
        window.oneclaw.tools.call('write_file', { path, content: 'x' }),
      ]),
    );
    return [
      ...new Set(results.map((result) => (result.status === 'error' ? result.error_type : result.status))),
    ];
  });
  expect(types).toEqual(['path_not_allowed']);
});

test('each kind of wrong file has its own error', async ({ app }) => {
  const results = await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    await files.write('folder/inside.txt', 'x');
    await files.write('binary.bin', new Blob([new Uint8Array([1, 0, 2])]));
    await files.write('large.txt', 'line\n'.repeat(300_000));
    await files.write('latin.txt', new Blob([new Uint8Array([0xe9])]));
    const type = async (tool: string, values: Record<string, string | number>) => {
      const result = await tools.call(tool, values);
      return result.status === 'error' ? result.error_type : result.result;
    };
    return {
      folder: await type('read_file', { path: 'folder' }),
      binary: await type('read_file', { path: 'binary.bin' }),
      large: await type('read_file', { path: 'large.txt' }),
      slice: await type('read_file', { path: 'large.txt', offset: 10, limit: 2 }),
      encoding: await type('read_file', { path: 'latin.txt', encoding: 'windows-1252' }),
      badEncoding: await type('read_file', { path: 'latin.txt', encoding: 'klingon' }),
      missing: await type('read_file', { path: 'large.tx' }),
      onto: await type('write_file', { path: 'folder', content: 'x' }),
      through: await type('write_file', { path: 'latin.txt/x', content: 'x' }),
      twin: await type('write_file', { path: 'LATIN.txt', content: 'x' }),
    };
  });
  expect(results).toMatchObject({
    folder: 'validation_error',
    binary: 'binary_file',
    large: 'file_too_large',
    encoding: 'é',
    badEncoding: 'validation_error',
    missing: 'file_not_found',
    onto: 'validation_error',
    through: 'validation_error',
    twin: 'validation_error',
  });
  expect(results.slice).toMatch(/^line\nline\n\n\(Lines 10 to 11 of 300000\. Continue with offset 12\.\)$/);
});

test('a long result is cut in the middle, and the whole of it can be paged', async ({ app }) => {
  const { result, rest } = await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    await files.write(
      'long.txt',
      Array.from({ length: 9_000 }, (_, index) => `line ${index + 1}`).join('\n'),
    );
    const read = await tools.call('read_file', { path: 'long.txt' });
    const text = read.status === 'success' ? read.result : '';
    const saved = /'(\.results\/[^']+)'/.exec(text)?.[1] ?? '';
    const page = await tools.call('read_file', { path: saved, offset: 5000, limit: 1 });
    return { result: text, rest: page.status === 'success' ? page.result : page.message };
  });
  expect(result.length).toBeLessThan(20_300);
  expect(result.startsWith('line 1\n')).toBe(true);
  expect(result.endsWith('line 9000')).toBe(true);
  expect(rest).toContain('line 5000');
});

test('twenty appends at once to one file all arrive, in two tabs', async ({ app, appUrl, context }) => {
  const other = await context.newPage();
  await other.goto(appUrl);
  await other.evaluate(() => window.oneclaw.ready);
  const append = () =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        window.oneclaw.tools.call('write_file', { path: 'log.txt', content: `${index}\n`, mode: 'append' }),
      ),
    );
  await Promise.all([app.evaluate(append), other.evaluate(append)]);
  const text = await app.evaluate(() => window.oneclaw.files.read('log.txt'));
  expect(String(text).trim().split('\n')).toHaveLength(20);
});

test('a full disk is storage_full, and the old content is intact', async ({ app, appUrl }) => {
  await app.evaluate(() => window.oneclaw.files.write('keep.txt', 'old'));
  const session = await app.context().newCDPSession(app);
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(appUrl).origin,
    quotaSize: 3_000_000,
  });
  const outcome = await app.evaluate(async () => {
    const result = await window.oneclaw.tools.call('write_file', {
      path: 'keep.txt',
      content: 'x'.repeat(8_000_000),
    });
    return { result, text: await window.oneclaw.files.read('keep.txt') };
  });
  expect(outcome.result).toMatchObject({ status: 'error', error_type: 'storage_full' });
  expect(outcome.text).toBe('old');
});
