/** The kill matrix of what a repository holds: a tree that is too deep, 100 MB of files, a glob with many matches. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { startGitServer } from '#tests/fixtures/git/git-server.ts';
import { hasRealGit } from '#tests/fixtures/git/real-git.ts';
import { concat, encode, type Bytes } from '#workers/runtimes/git/bytes.ts';
import { objectId, type GitObject } from '#workers/runtimes/git/objects/git-object.ts';
import { formatTree } from '#workers/runtimes/git/objects/trees.ts';
import { expect, test } from '../app.ts';
import { attackAll, broke, ended, text, type Call } from '../kill-matrix.ts';

test.describe.configure({ mode: 'default', timeout: 240_000 });
test.skip(!hasRealGit, 'needs git with its HTTP backend');

const git = (name: string, values: Record<string, unknown>): Call => ({
  tool: `git_${name}`,
  values: { path: 'repo', ...values },
});

test(
  'git: what a repository holds does not hang a command, and the repository is as before',
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
    await attackAll(app, {
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

/** A branch with a tree of 2,000 levels, and one whose tree has the same file of 1 MB a hundred times. */
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
