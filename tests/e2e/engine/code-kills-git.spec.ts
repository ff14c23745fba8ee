/**
 * The kill matrix for git: trees that are too deep, files that are too large, globs with too many matches.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startGitServer } from '#tests/fixtures/git/git-server.ts';
import { hasRealGit, runReal } from '#tests/fixtures/git/real-git.ts';
import { concat, encode, type Bytes } from '#workers/runtimes/git/bytes.ts';
import { objectId, type GitObject } from '#workers/runtimes/git/objects/git-object.ts';
import { formatTree } from '#workers/runtimes/git/objects/trees.ts';
import { expect, test } from '../app.ts';
import { runAttacks, broke, ended, text, type Call } from '../kill-matrix.ts';

test.describe.configure({ mode: 'default', timeout: 240_000 });
test.skip(!hasRealGit, 'needs git with its HTTP backend');

const git = (name: string, values: Record<string, unknown>): Call => ({
  tool: `git_${name}`,
  values: { path: 'repo', ...values },
});

test(
  'git: no content of a repository hangs a command, and the repository is unchanged afterwards',
  { tag: '@long' },
  async ({ app }) => {
    const real = await startGitServer({ cors: true });
    const harm = await serveHarm(real);
    const begun = await app.evaluate(
      async ([harm, host]) => {
        await window.oneclaw.permissions.allowHost(host);
        await window.oneclaw.files.write(`repo/${'a'.repeat(100)}`, 'one\n');
        return window.oneclaw.tools.call('execute_shell_command', {
          command: `cd repo && git init -q && git config user.name Ada && git config user.email ada@example.org && git add . && git commit -qm base && echo two > ${'a'.repeat(100)} && git commit -qam two && git remote add harm ${harm} && git fetch -q harm`,
        });
      },
      [harm, new URL(harm).host] as const,
    );
    expect(begun, JSON.stringify(begun)).toMatchObject({ status: 'success', metadata: { exit_code: '0' } });
    await runAttacks(app, {
      check: git('checkout', { target: 'main' }),
      good: "Already on 'main'",
      attacks: {
        'a tree of 2,000 levels': {
          ...git('checkout', { target: 'harm/deep' }),
          ends: { ...broke('a tree is too deep'), metadata: { exit_code: '128' } },
        },
        'a glob that could be matched in many ways': {
          ...git('diff', { from: 'HEAD~1', to: 'HEAD', paths: [`${'*a'.repeat(60)}b`] }),
          ends: ended('0', 'No changes.'),
        },
        '100 MB of output': {
          ...git('diff', { commit: 'harm/main' }),
          ends: { status: 'success', result: text('harm') },
        },
      },
    });
    await real.close();
  },
);

const call = (page: Page, command: string) =>
  page.evaluate(
    (command) => window.oneclaw.tools.call('execute_shell_command', { command, fresh: true }),
    command,
  );

test(
  'git: a command on a file of 100 MB or too many lines ends with one result, and the repository is unchanged',
  { tag: '@long' },
  async ({ app }) => {
    const real = await startGitServer({ cors: true });
    const large = await serveLarge(real);
    await app.evaluate(async (url) => {
      await window.oneclaw.permissions.allowHost(new URL(url).host);
      await window.oneclaw.files.write('repo/file.txt', 'one\n');
    }, large);
    await call(
      app,
      `cd repo && git init -q && git config user.name Ada && git config user.email ada@example.org && git add . && git commit -qm base && git remote add large ${large}`,
    );
    const tooLarge = { ...broke('object of 100000000 bytes'), metadata: { exit_code: '128' } };
    const checked = { check: git('checkout', { target: 'main' }), good: "Already on 'main'" };
    await runAttacks(app, {
      ...checked,
      attacks: {
        'a fetch of 100 MB': { ...git('fetch', { remote: 'large' }), ends: tooLarge },
        'a pull of 100 MB': { ...git('pull', { remote: 'large', branch: 'main' }), ends: tooLarge },
        'a clone of 100 MB': { ...git('clone', { url: large, path: 'clone' }), ends: tooLarge },
      },
    });
    expect(await call(app, 'cd repo && git branch -a && ls .git/objects/pack')).toMatchObject({
      result: expect.stringMatching(/^\* main\n(?!.*\.pack)/),
    });
    // Packs can also arrive when a user copies a repository folder into the workspace.
    await copyObjects(app, path.join(real.root, 'loose.git'), 'loose');
    await copyObjects(app, path.join(real.root, 'packed.git'), 'packed');
    const back = { after: "Switched to branch 'main'" };
    await runAttacks(app, {
      ...checked,
      attacks: {
        'a diff of 100 MB': { ...git('diff', { from: 'main', to: 'loose' }), ends: ended('0', 'large.txt') },
        'a diff of 100 MB in a pack': {
          ...git('diff', { from: 'main', to: 'packed', stat: true }),
          ends: ended('0', '1000000 insertions(+)'),
        },
        'a diff of many lines': {
          ...git('diff', { from: 'packed', to: 'packed-lines' }),
          ends: ended('0', 'Binary files /dev/null and b/lines.txt differ'),
        },
        'a checkout of 100 MB': {
          ...git('checkout', { target: 'loose' }),
          ends: ended('0', "Switched to branch 'loose'"),
          ...back,
        },
        'a checkout of 100 MB in a pack': {
          ...git('checkout', { target: 'packed' }),
          ends: ended('0', "Switched to branch 'packed'"),
          ...back,
        },
      },
    });
    const left = await app.evaluate(async () => ({
      files: (await window.oneclaw.files.list('.')).map(({ name }) => name),
      content: (await window.oneclaw.files.list('repo')).map(({ name }) => name),
      status: await window.oneclaw.tools.call('git_status', { path: 'repo' }),
    }));
    expect(left).toMatchObject({
      ...{ files: ['repo'], content: ['.git', 'file.txt'] },
      status: { result: text('nothing to commit, working tree clean') },
    });
    await real.close();
  },
);

/**
 * Serves a repository with a file of 100 MB, as loose objects and as a pack. Another pack has 60 million
 * lines.
 */
async function serveLarge({ root, create }: Awaited<ReturnType<typeof startGitServer>>): Promise<string> {
  const work = path.join(root, 'work');
  await fs.mkdir(work);
  await runReal(work, ['init', '-q']);
  const commit = async (name: string, content: string) => {
    await fs.writeFile(path.join(work, name), content);
    await runReal(work, ['add', '.']);
    await runReal(work, ['commit', '-qm', name]);
  };
  await commit('large.txt', `${'x'.repeat(99)}\n`.repeat(1_000_000));
  const url = await create('large.git');
  await runReal(work, ['push', '-q', path.join(root, 'large.git'), 'main']);
  await fs.cp(path.join(work, '.git'), path.join(root, 'loose.git'), { recursive: true });
  await commit('lines.txt', '\n'.repeat(60_000_000));
  await runReal(work, ['branch', 'lines']);
  await runReal(work, ['reset', '-q', '--hard', 'HEAD~1']);
  await runReal(work, ['repack', '-qad']);
  await fs.cp(path.join(work, '.git'), path.join(root, 'packed.git'), { recursive: true });
  return url;
}

/** Copies objects and branches into `repo`. The branch `main` becomes `name`, other branches `name-…`. */
async function copyObjects(page: Page, from: string, name: string): Promise<void> {
  const below = async (folder: string) =>
    (await fs.readdir(path.join(from, folder), { recursive: true, withFileTypes: true })).flatMap((entry) =>
      entry.isFile() ? [path.relative(from, path.join(entry.parentPath, entry.name))] : [],
    );
  const branches = (await below('refs/heads')).map((each) => {
    const branch = path.basename(each);
    return [each, `refs/heads/${branch === 'main' ? name : `${name}-${branch}`}`] as const;
  });
  const objects = (await below('objects')).map((each) => [each, each] as const);
  for (const [source, target] of [...objects, ...branches])
    await page.evaluate(
      ([target, base64]) =>
        window.oneclaw.files.write(
          `repo/.git/${target}`,
          new Blob([Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))]),
        ),
      [target, (await fs.readFile(path.join(from, source))).toString('base64')] as const,
    );
}

/**
 * Serves two branches: a tree 2,000 levels deep, and a tree that contains one file of 1 MB a hundred times.
 */
async function serveHarm({ root, create }: Awaited<ReturnType<typeof startGitServer>>): Promise<string> {
  const url = await create('harm.git');
  const repository = path.join(root, 'harm.git');
  const put = async (type: GitObject['type'], bytes: Bytes) => {
    const oid = objectId(type, bytes);
    await fs.mkdir(path.join(repository, 'objects', oid.slice(0, 2)), { recursive: true });
    const whole = deflateSync(concat([encode(`${type} ${bytes.length}\0`), bytes]));
    await fs.writeFile(path.join(repository, 'objects', oid.slice(0, 2), oid.slice(2)), whole);
    return oid;
  };
  const commit = async (branch: string, tree: string) => {
    const who = 'Eve <eve@example.com> 1700000000 +0000';
    const oid = await put('commit', encode(`tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nharm\n`));
    await fs.writeFile(path.join(repository, 'refs/heads', branch), `${oid}\n`);
  };
  const file = { name: 'file.txt', mode: 0o100644, oid: await put('blob', encode('deep\n')) };
  let tree = await put('tree', formatTree([file]));
  for (let level = 0; level < 2_000; level++)
    tree = await put('tree', formatTree([{ name: 'a', mode: 0o040000, oid: tree }]));
  await commit('deep', tree);
  const large = await put('blob', encode(`${'x'.repeat(99)}\n`.repeat(10_000)));
  const names = Array.from({ length: 100 }, (_, at) => `large-${String(at).padStart(2, '0')}.txt`);
  await commit('main', await put('tree', formatTree(names.map((name) => ({ ...file, name, oid: large })))));
  return url;
}
