/** The file tools on real OPFS: limits, kinds of files, path escapes, long results, and a full disk. */
import fc from 'fast-check';
import { expect, test } from '../app.ts';

test('every way to leave the workspace is refused', { tag: '@core' }, async ({ app }) => {
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

test('a name in another Unicode form is the same file, which keeps its name', async ({ app }) => {
  const { results, stored, names } = await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    const [composed, decomposed] = ['caf\u00e9.txt', 'cafe\u0301.txt'];
    await tools.call('write_file', { path: composed, content: 'first' });
    const results = [
      await tools.call('write_file', { path: decomposed, content: 'second' }),
      await tools.call('write_file', { path: decomposed, content: 'third', mode: 'append' }),
      await tools.call('read_file', { path: decomposed }),
    ];
    const listed = await files.list('.');
    return { results, stored: await files.read(composed), names: listed.map(({ name }) => name) };
  });
  expect(results.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
  expect(results[2]).toMatchObject({ result: 'secondthird' });
  expect(stored).toBe('secondthird');
  expect(names).toEqual(['caf\u00e9.txt']);
});

test('each kind of wrong file has its own error', { tag: '@core' }, async ({ app }) => {
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

test('a file too long for one result comes in parts, each naming the next offset', async ({ app }) => {
  const parts = await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    await files.write(
      'long.txt',
      Array.from({ length: 9_000 }, (_, index) => `line ${index + 1}`).join('\n'),
    );
    const texts: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined && texts.length < 20;) {
      const read = await tools.call('read_file', { path: 'long.txt', offset });
      texts.push(read.status === 'success' ? String(read.result) : read.message);
      const next = /Continue with offset (\d+)\.\)$/.exec(texts.at(-1) ?? '')?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    return texts;
  });
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(20_000);
  expect(parts.flatMap((part) => part.match(/^line \d+$/gm))).toHaveLength(9_000);
});

test('a long result of another tool is cut in the middle, and the whole of it can be paged', async ({
  app,
}) => {
  const { result, rest } = await app.evaluate(async () => {
    const { tools } = window.oneclaw;
    const listed = await tools.call('test_long', {});
    const text = listed.status === 'success' ? String(listed.result) : '';
    const saved = /'(\.results\/[^']+)'/.exec(text)?.[1] ?? '';
    const page = await tools.call('read_file', { path: saved, offset: 5000, limit: 1 });
    return { result: text, rest: page.status === 'success' ? String(page.result) : page.message };
  });
  expect(result.length).toBeLessThan(20_300);
  expect(result.startsWith('line 1\n')).toBe(true);
  expect(result.endsWith('line 9000')).toBe(true);
  expect(rest).toContain('line 5000');
});

test('twenty concurrent appends to one file all succeed, in two tabs', async ({ app, appUrl, context }) => {
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
  expect(text.trim().split('\n')).toHaveLength(20);
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

test('500 generated paths never touch anything outside the workspace @long', async ({ app }) => {
  test.setTimeout(120_000);
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '',
      'workspace',
      '~',
      '%2e%2e',
      'journal',
      'undo',
      'a',
      'A',
      '\u0000',
      'x.crswap',
      '\\',
      'é',
      'e\u0301',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const path = fc
    .tuple(fc.constantFrom('', '/', '/workspace/', './', '../', '//'), fc.array(piece, { maxLength: 4 }))
    .map(([start, pieces]) => start + pieces.join('/'));
  const paths = fc.sample(path, 500);
  const report = await app.evaluate(async (paths) => {
    const { tools } = window.oneclaw;
    const outside = async () => {
      const root = await navigator.storage.getDirectory();
      const names: string[] = [];
      for await (const [name, handle] of root.entries()) {
        names.push(name);
        if (name === 'workspace' || name === 'undo' || !(handle instanceof FileSystemDirectoryHandle))
          continue;
        for await (const below of handle.keys()) names.push(`${name}/${below}`);
      }
      return names.sort();
    };
    const before = await outside();
    const types = new Set<string>();
    const one = async (path: string, index: number) => {
      const to = paths[(index * 7) % paths.length] ?? '';
      const call = [
        () => tools.call('write_file', { path, content: 'x' }),
        () => tools.call('make_directory', { path }),
        () => tools.call('move_file', { path, to }),
        () => tools.call('delete_file', { path, recursive: true }),
        () => tools.call('edit', { path, old_string: 'x', new_string: 'y' }),
      ][index % 5];
      const result = await call?.();
      types.add(result?.status === 'error' ? result.error_type : 'success');
    };
    for (let at = 0; at < paths.length; at += 8)
      await Promise.all(paths.slice(at, at + 8).map((path, index) => one(path, at + index)));
    return { before, after: await outside(), types: [...types].sort() };
  }, paths);
  expect(report.after).toEqual(report.before);
  expect(report.types).toEqual(expect.arrayContaining(['path_not_allowed', 'success']));
  expect(report.types).not.toContain('execution_error');
});

test('after a host is killed in the middle of a write, the old file remains, and the next call on it succeeds', async ({
  app,
}) => {
  const report = await app.evaluate(async () => {
    const { files, tools, runs } = window.oneclaw;
    await files.write('keep.txt', 'old');
    const killed = await tools.call('test_stuck_write', { path: 'keep.txt' });
    const kept = await files.read('keep.txt');
    const [run] = await runs.list();
    const changes = run ? await runs.changes(run) : [];
    const next = await tools.call('write_file', { path: 'keep.txt', content: 'new' });
    const names = (await files.list()).map(({ name }) => name);
    return { killed, kept, changes, next, text: await files.read('keep.txt'), names };
  });
  expect(report.killed).toMatchObject({ status: 'error', error_type: 'timeout' });
  expect(report.kept).toBe('old');
  expect(report.changes).toEqual([]);
  expect(report.next).toMatchObject({ status: 'success' });
  expect(report.text).toBe('new');
  expect(report.names).toEqual(['keep.txt']);
});

test('temporary files of a killed writer are hidden, and deleted by the next engine @long', async ({
  app,
}) => {
  const namesOnDisk = () =>
    app.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const names: string[] = [];
      for await (const name of (await root.getDirectoryHandle('workspace')).keys()) names.push(name);
      return names.sort();
    });
  const listed = await app.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const workspace = await root.getDirectoryHandle('workspace');
    // A killed browser leaves this swap file behind; after a killed worker, the browser removes it.
    await workspace.getFileHandle('keep.txt.crswap', { create: true });
    await window.oneclaw.files.write('keep.txt', 'old');
    return window.oneclaw.files.list();
  });
  expect(listed.map(({ name }) => name)).toEqual(['keep.txt']);
  expect(await namesOnDisk()).toContain('keep.txt.crswap');
  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  await expect.poll(namesOnDisk, { timeout: 12_000 }).toEqual(['.results', 'keep.txt']);
});

test('a regular expression that stalls a backtracking engine works like any other', async ({ app }) => {
  const [hostile, other] = await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    await files.write('evil.txt', `${'a'.repeat(40)}!\n${'a'.repeat(40)}`);
    await files.write('good.txt', 'milk');
    return Promise.all([
      tools.call('grep', { pattern: '^(a+)+$', path: 'evil.txt' }),
      tools.call('grep', { pattern: 'milk' }),
    ]);
  });
  expect(hostile).toMatchObject({ status: 'success', result: `evil.txt:2:${'a'.repeat(40)}` });
  expect(other).toMatchObject({ status: 'success', result: 'good.txt:1:milk' });
});

test('ten concurrent edits of one file all succeed, and a patch changes all of its files or none', async ({
  app,
}) => {
  const report = await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    await files.write('n.txt', Array.from({ length: 10 }, (_, index) => `n${index};`).join('\n'));
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        tools.call('edit', { path: 'n.txt', old_string: `n${index};`, new_string: `N${index}` }),
      ),
    );
    const patch =
      '--- a/n.txt\n+++ b/n.txt\n@@ -1 +1 @@\n-N0\n+zero\n--- /dev/null\n+++ b/new/x.txt\n@@ -0,0 +1 @@\n+x\n';
    const bad = await tools.call('apply_patch', {
      patch: `${patch}--- a/q.txt\n+++ b/q.txt\n@@ -1 +1 @@\n-a\n+b\n`,
    });
    const untouched = await files.read('n.txt');
    const good = await tools.call('apply_patch', { patch });
    return { bad, untouched, good, text: await files.read('n.txt'), x: await files.read('new/x.txt') };
  });
  expect(report.untouched).toBe('N0\nN1\nN2\nN3\nN4\nN5\nN6\nN7\nN8\nN9');
  expect(report.bad).toMatchObject({ status: 'error', error_type: 'validation_error' });
  expect(report.good).toMatchObject({ status: 'success' });
  expect(report.text).toMatch(/^zero\nN1/);
  expect(report.x).toBe('x\n');
});
