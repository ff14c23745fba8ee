/** Hostile repositories: no file is written where they point, and none of their code runs. */
import fs from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runGit } from '#workers/runtimes/git/command.ts';
import { checkPack } from '#workers/runtimes/git/objects/check-pack.ts';
import { packObjects } from '#workers/runtimes/git/objects/pack-writer.ts';
import { formatTree } from '#workers/runtimes/git/objects/trees.ts';
import { objectId, type GitObject } from '#workers/runtimes/git/objects/git-object.ts';
import { concat, encode, hashOf } from '#workers/runtimes/git/bytes.ts';
import { parseIndex } from '#workers/runtimes/git/index-file.ts';
import { parseConfig, setConfig } from '#workers/runtimes/git/config.ts';
import { findUnsafe } from '#workers/runtimes/git/worktree/safe-path.ts';
import { compilePath } from '#workers/runtimes/git/worktree/glob.ts';
import { startGitServer } from '#tests/fixtures/git/git-server.ts';
import { openNetwork } from '#tests/fixtures/git/network.ts';
import { hasRealGit, runReal } from '#tests/fixtures/git/real-git.ts';
import { openTwoGits, type TwoGits } from '#tests/fixtures/git/two-gits.ts';

let git: TwoGits;
beforeEach(async () => {
  git = await openTwoGits();
  await git.ourGit('init');
  await git.ours.write('good.txt', 'good\n');
  await git.ourGit('add', '.');
  await git.ourGit('commit', '-m', 'good');
});
afterEach(() => git.close());

const modes = { file: 0o100644, link: 0o120000, tree: 0o040000 };

async function putObject(type: GitObject['type'], bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const oid = objectId(type, bytes);
  const whole = concat([encode(`${type} ${bytes.length}\0`), bytes]);
  await git.ours.write(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`, zlib.deflateSync(whole));
  return oid;
}

/** Writes a commit on the branch `evil`, whose tree has one file at this path. */
async function plant(names: readonly string[], mode = modes.file, content = 'harm\n'): Promise<string> {
  let oid = await putObject('blob', encode(content));
  let current = mode;
  for (const name of [...names].reverse()) {
    oid = await putObject('tree', formatTree([{ name, mode: current, oid }]));
    current = modes.tree;
  }
  const who = 'Eve <eve@example.com> 1700000000 +0000';
  const commit = await putObject('commit', encode(`tree ${oid}\nauthor ${who}\ncommitter ${who}\n\nevil\n`));
  await git.ours.write('.git/refs/heads/evil', `${commit}\n`);
  return commit;
}

/** All files of the workspace, including `.git`, with their content. */
async function snapshot(): Promise<Record<string, string>> {
  const root = path.join(git.ours.root, '..');
  const found: Record<string, string> = {};
  for (const entry of await fs.readdir(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const full = path.join(entry.parentPath, entry.name);
      found[path.relative(root, full)] = await fs.readFile(full, 'latin1');
    }
  return found;
}

describe('paths in trees', () => {
  const hostile = [
    ['..', 'escaped.txt'],
    ['a', '..', '..', '..', 'escaped.txt'],
    ['.git', 'hooks', 'pre-commit'],
    ['.GIT', 'config'],
    ['sub', '.git', 'config'],
    ['git~1', 'config'],
    ['.git ', 'config'],
    ['.g\u200cit', 'config'],
    ['.git::$INDEX_ALLOCATION', 'config'],
    ['a/../../b'],
    ['/etc', 'passwd'],
    ['back\\slash.txt'],
    ['.', 'dot.txt'],
    ['', 'empty.txt'],
    [`${'n'.repeat(300)}.txt`],
    ['bidi\u202etxt.exe'],
  ];
  it.each(hostile)('does not check out %j', async (...names) => {
    await plant(names);
    const before = await snapshot();
    for (const args of [
      ['checkout', 'evil'],
      ['checkout', '-f', 'evil'],
      ['checkout', 'evil', '--', '.'],
      ['restore', '--source=evil', '--', ':/'],
      ['merge', '--allow-unrelated-histories', 'evil'],
      ['cherry-pick', 'evil'],
      ['reset', '--hard', 'evil'],
    ]) {
      const { exitCode, stderr } = await git.ourGit(...args);
      expect(exitCode, `${args.join(' ')}: ${stderr}`).not.toBe(0);
      expect(await snapshot(), args.join(' ')).toEqual(before);
    }
    // The commit can still be viewed.
    expect((await git.ourGit('show', '--stat', 'evil')).exitCode).toBe(0);
  });

  it('accepts usual names, and refuses every spelling of .git', () => {
    for (const name of [
      'a.txt',
      '.gitignore',
      '.github/workflows/x.yml',
      'git',
      'a/.gitkeep',
      'git~10',
      '日本/ü.txt',
    ])
      expect(findUnsafe(name)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.tuple(
          fc.constantFrom('.git', '.Git', '.GIT', 'git~1', 'GIT~1'),
          fc.stringMatching(/^[. ]*(:.*)?$/),
        ),
        ([name, end]) => {
          expect(findUnsafe(`dir/${name}${end}/hooks/x`)).toBeDefined();
        },
      ),
    );
  });
});

describe('links', () => {
  it('writes a link to the outside as a file with its text', async () => {
    await plant(['link'], modes.link, '/etc/passwd');
    await git.ourGit('checkout', 'evil');
    const stats = await fs.lstat(path.join(git.ours.root, 'link'));
    expect(stats.isSymbolicLink()).toBe(false);
    expect(await git.ours.read('link')).toBe('/etc/passwd');
    expect((await git.ourGit('status', '--porcelain')).stdout).toBe('');
  });
});

describe('hooks, filters and aliases', () => {
  it('never run', async () => {
    for (const hook of [
      'pre-commit',
      'post-commit',
      'post-checkout',
      'post-merge',
      'pre-push',
      'commit-msg',
    ]) {
      await git.ours.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${git.ours.root}/ran-${hook}\nexit 1\n`);
      await fs.chmod(path.join(git.ours.root, `.git/hooks/${hook}`), 0o755);
    }
    await git.ours.write(
      '.git/config',
      `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = touch ran-fsmonitor\n\teditor = touch ran-editor\n\tpager = touch ran-pager\n[alias]\n\tst = !touch ran-alias\n[filter "x"]\n\tclean = touch ran-clean\n\tsmudge = touch ran-smudge\n[diff]\n\texternal = touch ran-diff\n`,
    );
    await git.ours.write('.gitattributes', '* filter=x diff=x\n');
    await git.ours.write('more.txt', 'more\n');
    await git.ourGit('add', '.');
    expect((await git.ourGit('commit', '-m', 'no hook stops this')).exitCode).toBe(0);
    await git.ourGit('checkout', '-b', 'other');
    await git.ourGit('diff', 'HEAD~1');
    expect((await git.ourGit('st')).exitCode).toBe(1);
    expect((await fs.readdir(git.ours.root)).filter((name) => name.startsWith('ran-'))).toEqual([]);
  });
});

describe('references', () => {
  it('do not lead out of the repository', async () => {
    await git.ours.write('../secret', `${'a'.repeat(40)}\n`);
    await git.ours.write('.git/HEAD', 'ref: ../../secret\n');
    const { stdout, stderr } = await git.ourGit('rev-parse', 'HEAD');
    expect(stdout + stderr).not.toContain('a'.repeat(40));
    await git.ours.write('.git/HEAD', 'ref: refs/heads/main\n');
    for (const name of [
      '../evil',
      'a..b',
      '-d',
      '.hidden',
      'x.lock',
      'a b',
      'a/',
      'refs/../x',
      'a:b',
      'HEAD',
    ])
      expect((await git.ourGit('branch', '--', name)).exitCode, name).not.toBe(0);
    expect((await git.ourGit('rev-parse', '../../secret')).stdout).toBe('');
  });

  it('end when they point in a circle', async () => {
    await git.ours.write('.git/refs/heads/a', 'ref: refs/heads/b\n');
    await git.ours.write('.git/refs/heads/b', 'ref: refs/heads/a\n');
    expect((await git.ourGit('log', 'a')).exitCode).not.toBe(0);
  });

  it('a gitfile does not lead out of the workspace', async () => {
    await git.ours.write('linked/.git', 'gitdir: ../../../../../etc\n');
    const { stderr } = await runGit(['status'], git.context, '/workspace/work/linked');
    expect(stderr).toContain('outside');
  });

  it.each(['commondir', 'objects/info/alternates', 'objects/info/http-alternates'])(
    'the file %s, which leads to another repository, is refused and named',
    async (name) => {
      await git.ours.write(`.git/${name}`, '../../../other/.git/objects\n');
      const { exitCode, stderr } = await git.ourGit('status');
      expect([exitCode, stderr]).toEqual([128, expect.stringContaining(name)]);
    },
  );

  it.each(['insteadOf', 'pushInsteadOf'])('an address that %s would replace is refused', async (name) => {
    const config = await git.ours.read('.git/config');
    const url = 'https://good.example/a.git';
    await git.ours.write(
      '.git/config',
      `${config}\n[remote "origin"]\n\turl = ${url}\n[url "https://evil.example/"]\n\t${name} = https://good.example/\n`,
    );
    for (const remote of ['origin', url]) {
      const { exitCode, stderr } = await git.ourGit('push', remote, 'HEAD:main');
      expect([exitCode, stderr]).toEqual([128, expect.stringMatching(/insteadof/)]);
    }
  });
});

describe('packs', () => {
  const limits = { packBytes: 2_000_000, objectBytes: 1_000_000, unpackedBytes: 3_000_000, objects: 1_000 };
  const packOf = async (...contents: Uint8Array<ArrayBuffer>[]) => {
    const objects = new Map(
      contents.map((bytes) => [objectId('blob', bytes), { type: 'blob' as const, bytes }]),
    );
    return (await packObjects(objects)).pack;
  };

  it.skipIf(!hasRealGit)('are accepted by us and by real git as we write them', async () => {
    const { name, pack, index } = await packObjects(
      new Map(
        Array.from({ length: 300 }, (_, at) => {
          const bytes = encode(`content ${at}\n`.repeat(at + 1));
          return [objectId('blob', bytes), { type: 'blob' as const, bytes }];
        }),
      ),
    );
    expect(() => checkPack(pack)).not.toThrow();
    await git.ours.write(`.git/objects/pack/pack-${name}.pack`, pack);
    await git.ours.write(`.git/objects/pack/pack-${name}.idx`, index);
    expect((await git.realInOurs('verify-pack', `.git/objects/pack/pack-${name}.idx`)).exitCode).toBe(0);
  });

  it('are refused when they are too large, or unpack to too much', async () => {
    expect(() => checkPack(new Uint8Array(2_000_001), limits)).toThrow(/more than 2000000/);
    // About 40 kB that decompress to 20 MB.
    const bomb = await packOf(new Uint8Array(20_000_000));
    expect(bomb.length).toBeLessThan(50_000);
    expect(() => checkPack(bomb, limits)).toThrow(/object of 20000000 bytes/);
    const many = await packOf(...Array.from({ length: 5 }, (_, at) => new Uint8Array(900_000).fill(at)));
    expect(() => checkPack(many, limits)).toThrow(/unpacks to more than/);
  });

  it('are refused when an object is larger than it says', async () => {
    const honest = await packOf(new Uint8Array(500_000));
    const lying = new Uint8Array(honest);
    // The size is in the header of the first object, after the 12 bytes of the pack's header.
    lying[12] = ((lying[12] ?? 0) & 0x70) | 1;
    const shorter = concat([lying.subarray(0, 13), lying.subarray(15, -20)]);
    expect(() => checkPack(concat([shorter, hashOf(shorter)]), limits)).toThrow(/corrupt/);
  });

  it('are refused when a delta would make too much', () => {
    const delta = concat([Uint8Array.of(0x80, 0x80, 0x04), Uint8Array.of(0x80, 0x94, 0xeb, 0xdc, 0x03)]);
    const entry = concat([
      Uint8Array.of(0x70 | delta.length),
      new Uint8Array(20),
      new Uint8Array(zlib.deflateSync(delta)),
    ]);
    const header = concat([encode('PACK'), Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 1)]);
    const body = concat([header, entry]);
    expect(() => checkPack(concat([body, hashOf(body)]), limits)).toThrow(/object of \d{9}/);
  });

  it('of any bytes are refused or accepted, and never hang', async () => {
    const good = await packOf(encode('some content\n'), encode('other content\n'));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        (edits) => {
          const broken = new Uint8Array(good);
          for (const [at, value] of edits) broken[at] = value;
          try {
            checkPack(broken, limits);
          } catch (error) {
            expect((error as Error).name).toBe('GitError');
          }
        },
      ),
    );
  });

  it.skipIf(!hasRealGit)('from a server that are too large leave nothing behind', async () => {
    const server = await startGitServer();
    const url = await server.create('big.git');
    await git.realGit('init');
    await git.real.write('zeros.bin', new Uint8Array(70 * 1024 * 1024));
    await git.realGit('add', '.');
    await git.realGit('commit', '-m', 'a bomb');
    await git.realGit('push', path.join(server.root, 'big.git'), 'main');
    const context = { ...git.context, network: openNetwork() };
    const { exitCode, stderr } = await runGit(['clone', url], context, '/workspace');
    await server.close();
    expect(exitCode).toBe(128);
    expect(stderr).toContain('--depth 1');
    await expect(fs.stat(path.join(git.ours.root, '..', 'big'))).rejects.toThrow();
  });
});

describe('files of a repository that are garbage', () => {
  it('make errors in words', async () => {
    await git.ours.write('.git/index', 'not an index');
    expect((await git.ourGit('status')).stderr).toContain('.git/index');
    await fs.rm(path.join(git.ours.root, '.git/index'));
    expect((await git.ourGit('reset')).exitCode).toBe(0);
    expect((await git.ourGit('status', '--porcelain')).stdout).toBe('');
    await git.ours.write('.git/HEAD', '');
    expect((await git.ourGit('status')).stderr).toContain('HEAD');
  });

  it('index and config: any bytes give a value or a GitError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const signed = concat([encode('DIRC'), Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 3), new Uint8Array(bytes)]);
        const whole = concat([signed, hashOf(signed)]);
        try {
          parseIndex(whole);
        } catch (error) {
          expect((error as Error).name).toBe('GitError');
        }
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, value) => {
        parseConfig(text);
        const clean = value.replace(/[\0\r\b]/g, '');
        const changed = setConfig('[a]\n\tb = c\n', 'user.name', clean);
        expect(parseConfig(changed).find(({ key }) => key === 'user.name')?.value).toBe(clean);
      }),
    );
  });

  it('a pattern of .gitignore takes time proportional to its length', () => {
    const matches = compilePath(`${'*a'.repeat(40)}b`);
    expect(matches('a'.repeat(250))).toBe(false);
    expect(compilePath(`${'**/a/'.repeat(30)}b`)(`${'a/'.repeat(200)}c`)).toBe(false);
  });
});

describe.skipIf(!hasRealGit)('what real git wrote', () => {
  it('packed references, packs, CRLF config, submodules and the executable bit', async () => {
    const inOurs = (...args: string[]) => git.realInOurs(...args);
    await git.ours.write('run.sh', '#!/bin/sh\n');
    await inOurs('add', '.');
    await inOurs('update-index', '--chmod=+x', 'run.sh');
    await inOurs('commit', '-m', 'executable');
    await inOurs('branch', 'packed-branch');
    await inOurs('tag', '-a', 'v1', '-m', 'one');
    await inOurs('gc', '-q');
    await inOurs('pack-refs', '--all');
    const config = await git.ours.read('.git/config');
    await git.ours.write('.git/config', config.replaceAll('\n', '\r\n'));
    expect((await git.ourGit('branch')).stdout).toBe('* main\n  packed-branch\n');
    expect((await git.ourGit('log', '--format=%s')).stdout).toBe('executable\ngood\n');
    expect((await git.ourGit('config', 'core.filemode')).stdout).toBe('false\n');
    expect((await git.ourGit('branch', '-d', 'packed-branch')).exitCode).toBe(0);
    expect((await git.realInOurs('branch')).stdout).toBe('* main\n');
    await git.ours.write('run.sh', '#!/bin/sh\necho changed\n');
    await git.ourGit('commit', '-am', 'still executable');
    expect((await inOurs('ls-tree', 'HEAD', 'run.sh')).stdout).toMatch(/^100755/);
    expect((await git.ourGit('cat-file', '-p', 'v1')).stdout).toContain('one');
    expect((await inOurs('fsck', '--strict')).exitCode).toBe(0);
  });

  it('index version 4, and a submodule entry that is left alone', async () => {
    await runReal(path.join(git.ours.root), [
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${'1'.repeat(40)},sub`,
    ]);
    for (const name of ['dir/one.txt', 'dir/two.txt', 'dir/three.txt'])
      await git.ours.write(name, `${name}\n`);
    await git.realInOurs('add', 'dir');
    await git.realInOurs('update-index', '--index-version', '4');
    expect((await git.ourGit('ls-files')).stdout).toBe((await git.realInOurs('ls-files')).stdout);
    expect((await git.ourGit('status', '--porcelain')).stdout).toContain('A  dir/one.txt');
    await git.ourGit('commit', '-m', 'with a submodule');
    expect((await git.realInOurs('ls-tree', 'HEAD')).stdout).toContain('160000 commit');
  });
});
