/** `npm install`, `ci`, `uninstall` and `ls` with a registry on this machine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveRegistry, tarFile, type Packages } from '#tests/fixtures/npm/registry-server.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const exporting = (text: string) => ({ 'index.js': `module.exports = ${text};` });

const packages: Packages = {
  left: {
    '1.0.0': { files: exporting(`'left 1.0'`) },
    '1.2.0': {
      files: exporting(`'left 1.2 with ' + require('deep')`),
      json: { dependencies: { deep: '^1.0.0' } },
    },
    '2.0.0': {
      files: exporting(`'left 2 with ' + require('deep')`),
      json: { dependencies: { deep: '^2.0.0' } },
    },
  },
  deep: { '1.0.0': { files: exporting(`'deep 1'`) }, '2.0.0': { files: exporting(`'deep 2'`) } },
  '@scope/tool': {
    '3.1.4': {
      files: { 'cli.js': `#!/usr/bin/env node\nconsole.log('tool', process.argv[2])` },
      json: { bin: { tool: 'cli.js' }, scripts: { postinstall: 'node evil.js' }, hasInstallScript: true },
    },
  },
  plugin: {
    '1.0.0': {
      files: exporting(`'plugin of ' + require('left')`),
      json: { peerDependencies: { left: '^1.0.0' } },
    },
  },
  circle: { '1.0.0': { files: exporting('1'), json: { dependencies: { round: '1' } } } },
  round: { '1.0.0': { files: exporting('2'), json: { dependencies: { circle: '1' } } } },
  built: { '1.0.0': { files: { 'binding.gyp': '{}', 'index.js': '' } } },
  binary: { '1.0.0': { files: exporting('3'), json: { os: ['linux'], cpu: ['x64'] } } },
  fast: { '1.0.0': { files: exporting(`'fast'`), json: { optionalDependencies: { binary: '1.0.0' } } } },
  'needs-native': { '1.0.0': { json: { dependencies: { binary: '1.0.0' } } } },
  forged: { '1.0.0': { files: exporting('4'), dist: { integrity: `sha512-${btoa('x'.repeat(64))}` } } },
  unsigned: { '1.0.0': { files: exporting('5'), dist: { integrity: '' } } },
  escaping: { '1.0.0': { entries: [tarFile('package/../../../evil.js', '6')] } },
  bomb: { '1.0.0': { files: { 'zeros.txt': '0'.repeat(61 * 1024 * 1024) } } },
  broken: { '1.0.0': { json: { dependencies: { none: '1' } } } },
};

let registry: Awaited<ReturnType<typeof serveRegistry>>;
// The bomb takes some seconds to pack on a busy machine.
beforeAll(async () => void (registry = await serveRegistry(packages)), 60_000);
afterAll(() => registry.close());

const project = { 'package.json': '{\n    "name": "app",\n    "version": "1.0.0"\n}\n' };

async function open(files: Record<string, string> = project) {
  const shell = await openShell({ ...files, '.npmrc': `registry=${registry.origin}/\n` }, registry);
  const read = async (path: string) => (await shell.raw(`cat ${path}`)).stdout;
  return {
    ...shell,
    read,
    lock: async () => JSON.parse(await read('package-lock.json')) as { packages: Record<string, object> },
  };
}

describe('npm install', () => {
  it('installs a package with what it needs, and writes both files', async () => {
    const { raw, read, lock } = await open();
    const { stdout, stderr, exitCode } = await raw('npm install left@^1 @scope/tool -D');
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout).toBe(
      '\nadded 3 packages\nnot run, because scripts of packages never are: those of @scope/tool\n',
    );
    expect(await read('package.json')).toBe(
      '{\n    "name": "app",\n    "version": "1.0.0",\n    "devDependencies": {\n        "@scope/tool": "^3.1.4",\n        "left": "^1.2.0"\n    }\n}\n',
    );
    expect((await lock()).packages).toEqual({
      '': { name: 'app', version: '1.0.0', devDependencies: { '@scope/tool': '^3.1.4', left: '^1.2.0' } },
      'node_modules/@scope/tool': {
        ...{ version: '3.1.4', resolved: `${registry.origin}/@scope/tool/-/tool-3.1.4.tgz` },
        ...{ integrity: expect.stringMatching(/^sha512-/) as string, dev: true, hasInstallScript: true },
        bin: { tool: 'cli.js' },
      },
      'node_modules/deep': expect.objectContaining({ version: '1.0.0', dev: true }) as object,
      'node_modules/left': expect.objectContaining({ dependencies: { deep: '^1.0.0' }, dev: true }) as object,
    });
    expect((await raw(`node -p "require('left')"`)).stdout).toBe('left 1.2 with deep 1\n');
    expect((await raw('npx tool x')).stdout).toBe('tool x\n');
    expect((await raw('npm install')).stdout).toBe(
      '\nup to date\nnot run, because scripts of packages never are: those of @scope/tool\n',
    );
  });

  it('puts another version into the folder of the package that needs it', async () => {
    const { raw, lock } = await open();
    expect(await raw('npm i deep@1 left@2')).toMatchObject({ exitCode: 0 });
    expect(Object.keys((await lock()).packages)).toEqual([
      ...['', 'node_modules/deep', 'node_modules/left', 'node_modules/left/node_modules/deep'],
    ]);
    expect((await raw(`node -p "require('left') + ', ' + require('deep')"`)).stdout).toBe(
      'left 2 with deep 2, deep 1\n',
    );
    expect((await raw('npm ls --all')).stdout).toBe(
      'app@1.0.0 /workspace\n├── deep@1.0.0\n└─┬ left@2.0.0\n  └── deep@2.0.0\n\n',
    );
  });

  it('keeps to the lock file, and to versions that are there', async () => {
    const { raw, lock } = await open();
    await raw('npm i left@1.0.0');
    const before = registry.asked.length;
    await raw('rm -r node_modules && npm install');
    expect(registry.asked.slice(before)).toEqual(['/left/-/left-1.0.0.tgz']);
    expect((await lock()).packages['node_modules/left']).toMatchObject({ version: '1.0.0' });
    await raw('npm install left@latest');
    expect((await lock()).packages['node_modules/left']).toMatchObject({ version: '2.0.0' });
    expect((await raw(`node -p "require('left')"`)).stdout).toBe('left 2 with deep 2\n');
  });

  it('installs peers, and packages that need each other', async () => {
    const { raw, lock } = await open();
    expect(await raw('npm i plugin circle')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(Object.keys((await lock()).packages).join()).toBe(
      ',node_modules/circle,node_modules/deep,node_modules/left,node_modules/plugin,node_modules/round',
    );
    const { stderr } = await raw('npm i left@2');
    expect(stderr).toBe('npm warn plugin@1.0.0 asks for left@^1.0.0, but 2.0.0 is there\n');
  });

  it('leaves out optional packages that are native, and says so', async () => {
    const { raw, lock } = await open();
    expect((await raw('npm i fast')).stdout).toBe(
      '\nadded 1 package\nleft out, because they are optional and cannot run here: binary\n',
    );
    expect(Object.keys((await lock()).packages)).toEqual(['', 'node_modules/fast']);
  });

  it.each([
    ['built', 'built@1.0.0 has native code (binding.gyp)'],
    ['binary', 'binary@1.0.0 is native code for linux, x64'],
    ['needs-native', 'needed by needs-native@1.0.0'],
    ['forged', 'EINTEGRITY: forged@1.0.0'],
    ['unsigned', 'announces no checksum of unsigned@1.0.0'],
    ['escaping', 'which leads out of it'],
    ['bomb', 'bomb@1.0.0 has more than'],
    ['broken', "404: 'none' is not in the registry"],
    ['left@9', "no version of left matches '9'; the newest is 2.0.0"],
    ['left@sometime', "no version of left matches 'sometime'"],
    ['https://evil.example/x.tgz', 'only packages of a registry'],
    ['left@github:a/b', 'only packages of a registry'],
    ['../left', 'is not the name of a package'],
  ])('refuses %s and changes nothing', async (name, words) => {
    const { raw } = await open();
    const { stderr, exitCode } = await raw(`npm install deep '${name}'`);
    expect(stderr).toContain(words);
    expect(exitCode).toBe(1);
    expect((await raw('ls -A; cat package.json')).stdout).toBe(
      `.npmrc\npackage.json\n${project['package.json']}`,
    );
  });

  it('needs the network', async () => {
    const { raw } = await openShell(project);
    expect((await raw('npm install left')).stderr).toContain(
      'nothing was installed: this agent may not use the network',
    );
  });
});

describe('npm ci', () => {
  it('installs what the lock file says, and checks each file', async () => {
    const { raw, read, lock } = await open();
    await raw('npm i left@1 && rm -r node_modules');
    const before = await read('package-lock.json');
    expect((await raw('npm ci')).stdout).toBe('\nadded 2 packages\n');
    expect(await read('package-lock.json')).toBe(before);
    const { integrity } = (await lock()).packages['node_modules/deep'] as { integrity: string };
    await raw(
      `rm -r node_modules; sed -i 's#${integrity}#sha512-${btoa('y'.repeat(64))}#' package-lock.json`,
    );
    expect((await raw('npm ci')).stderr).toContain('EINTEGRITY: deep@1.0.0');
    expect((await raw('ls node_modules')).exitCode).not.toBe(0);
  });

  it('needs a lock file that fits, of packages in node_modules', async () => {
    const { raw } = await open();
    expect((await raw('npm ci')).stderr).toContain('npm install writes one');
    await raw(`npm i left; sed -i 's/"app"/"app", "devDependencies": {"deep": "1"}/' package.json`);
    expect((await raw('npm ci')).stderr).toContain('name different dependencies');
    await raw(
      `echo '{"lockfileVersion": 3, "packages": {"node_modules/../../x": {"version": "1.0.0"}}}' > package-lock.json`,
    );
    expect((await raw('npm ci')).stderr).toContain('not in node_modules');
  });
});

it('npm uninstall removes a package and what only it needed', async () => {
  const { raw, read } = await open();
  await raw('npm i left@1 circle; mkdir node_modules/own; echo 1 > node_modules/own/index.js');
  expect((await raw('npm uninstall circle')).stdout).toBe('\nremoved 2 packages\n');
  expect((await raw('ls node_modules')).stdout).toBe('deep\nleft\nown\n');
  expect(await read('package.json')).toContain('"dependencies": {\n        "left": "^1.2.0"\n    }');
  expect((await raw('npm uninstall nope')).stderr).toContain('names no nope');
  await raw('rm -r node_modules/left');
  expect(await raw('npm ls')).toMatchObject({
    stdout: 'app@1.0.0 /workspace\n└── UNMET DEPENDENCY left@^1.2.0\n\n',
    exitCode: 1,
  });
});
