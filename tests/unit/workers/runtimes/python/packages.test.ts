/** Wheels for `run_python`: from the workspace, and from an index with dependencies. */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createNodePython } from '#tests/fixtures/python/python-in-node.ts';
import { readBeforehand } from '#tests/fixtures/memory/file-reader-sync.ts';
import { makeModule } from '#tests/fixtures/python/compiled-module.ts';
import { makeWheel } from '#tests/fixtures/python/wheel.ts';
import { createMemoryCaches } from '#tests/fixtures/memory/memory-caches.ts';
import { contentOf, createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { WheelNetwork } from '#workers/contracts/ports/wheel-port.ts';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { createKeptWheels, type KeptWheels } from '#workers/domains/packages/kept-wheels.ts';
import { runPythonTool, type PythonArguments } from '#workers/runtimes/python/run-python.ts';
import { compiledFor, versionOfWheel } from '#workers/runtimes/python/packages/wheel-name.ts';
import { sha256 } from '#workers/text/sha256.ts';
import { runPython } from '#workers/tools/code/run-python.ts';

type Given = Partial<PythonArguments> & {
  files?: Record<string, string | Blob>;
  index?: string;
  served?: Record<string, Uint8Array<ArrayBuffer> | string>;
  caches?: KeptWheels;
};

const require = createRequire(import.meta.url);
const { version } = require('pyodide/package.json') as { version: string };
const shipped = require('pyodide/pyodide-lock.json') as {
  info: { abi_version: string };
  packages: { numpy: { file_name: string; version: string } };
};

const shared = createNodePython();

const online = { isOff: false, admit: async () => undefined };
const refuse: WheelNetwork = {
  ...{ ...online, isOff: true },
  request: async () => {
    throw new ToolError('permission_denied', 'This agent may not use the network from code.');
  },
};

async function run(
  code: string,
  { files = {}, served, caches = createKeptWheels(createMemoryCaches()), ...rest }: Given,
  host = shared,
) {
  const workspace = await createTestWorkspace(files);
  const asked: string[] = [];
  const network = {
    request: async ({ url }: NetworkRequest) => {
      asked.push(url);
      const body = served?.[url];
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      return {
        status: bytes ? 200 : 404,
        statusText: '',
        url,
        headers: [],
        body: bytes ?? new Uint8Array(),
        truncated: false,
      };
    },
  };
  const context = {
    ...workspace.context,
    files: readBeforehand(workspace.files),
    wheels: caches.openPort(served ? { ...online, ...network } : refuse),
  };
  const returned = await runPythonTool(host, { code, timeout: 20, ...rest }, context);
  return { text: String(contentOf(returned)), asked, workspace };
}

const index = 'https://index.test/simple/';

/** An index's answer for a package with these wheels. */
async function listOf(name: string, wheels: Record<string, Uint8Array<ArrayBuffer>>) {
  const files = await Promise.all(
    Object.entries(wheels).map(async ([filename, bytes]) => ({
      filename,
      url: `https://files.test/${filename}`,
      hashes: { sha256: await sha256(bytes) },
    })),
  );
  return { [`${index}${name}/`]: JSON.stringify({ name, files }) };
}

const served = (wheels: Record<string, Uint8Array<ArrayBuffer>>) =>
  Object.fromEntries(Object.entries(wheels).map(([name, bytes]) => [`https://files.test/${name}`, bytes]));

describe('a wheel of the workspace', () => {
  it('is installed and imported', async () => {
    const wheel = await makeWheel({ name: 'greet', version: '1.0', code: 'hello = "hi"' });
    const { text } = await run('import greet; greet.hello', {
      files: { 'wheels/greet-1.0-py3-none-any.whl': new Blob([wheel]) },
      packages: ['./wheels/greet-1.0-py3-none-any.whl'],
    });
    expect(text).toBe("=> 'hi'\n[installed greet-1.0-py3-none-any.whl]");
  });

  it('is there again in another host', async () => {
    const wheel = await makeWheel({ name: 'again', version: '1.0', code: 'n = 1' });
    const given = {
      files: { 'again-1.0-py3-none-any.whl': new Blob([wheel]) },
      packages: ['again-1.0-py3-none-any.whl'],
    };
    const { workspace } = await run('import again', given, createNodePython());
    const context = { ...workspace.context, files: readBeforehand(workspace.files) };
    const returned = await runPythonTool(createNodePython(), { code: 'again.n', timeout: 20 }, context);
    expect(contentOf(returned)).toBe('=> 1');
  });

  it.each([
    [
      'numpy-2.0-cp314-cp314-linux_x86_64.whl',
      /Only wheels of pure Python .* and those for cp314-pyemscripten_2026_0_wasm32/,
    ],
    ['greet.whl', /is not the name of a wheel/],
    ['broken-1.0-py3-none-any.whl', /cannot be read as a wheel/],
    ['missing-1.0-py3-none-any.whl', /File not found/],
  ])('%s is refused', async (name, message) => {
    const files = name.startsWith('missing') ? {} : { [name]: 'no zip' };
    await expect(run('1', { files, packages: [name] })).rejects.toThrow(message);
  });

  it('cannot write outside of its folder', async () => {
    const wheel = await makeWheel({ name: 'evil', version: '1.0', code: '', extra: { '../../evil.py': '' } });
    await expect(
      run('1', {
        files: { 'evil-1.0-py3-none-any.whl': new Blob([wheel]) },
        packages: ['evil-1.0-py3-none-any.whl'],
      }),
    ).rejects.toThrow(/outside of its folder/);
  });
});

describe('a package of an index', () => {
  it('comes in the newest version that fits, with what it needs', async () => {
    const old = await makeWheel({ name: 'top', version: '1.9', code: 'v = 19' });
    const top = await makeWheel({
      name: 'top',
      version: '1.10',
      code: 'import inner; v = inner.n',
      requires: ['inner>=1,<2', 'windows-only; sys_platform == "win32"', 'more[x]; extra == "x"'],
    });
    const next = await makeWheel({ name: 'top', version: '2.0rc1', code: '' });
    const inner = await makeWheel({ name: 'inner', version: '1.5', code: 'n = 42' });
    const tops = {
      'top-1.9-py3-none-any.whl': old,
      'top-1.10-py2.py3-none-any.whl': top,
      'top-2.0rc1-py3-none-any.whl': next,
    };
    const inners = {
      'inner-1.5-py3-none-any.whl': inner,
      'inner-2.0-py3-none-any.whl': await makeWheel({ name: 'inner', version: '2.0', code: 'n = 0' }),
    };
    const { text, asked } = await run('import top; top.v', {
      packages: ['top'],
      index,
      served: {
        ...(await listOf('top', tops)),
        ...(await listOf('inner', inners)),
        ...served(tops),
        ...served(inners),
      },
    });
    expect(text).toBe('=> 42\n[installed top-1.10-py2.py3-none-any.whl, inner-1.5-py3-none-any.whl]');
    expect(asked).toHaveLength(4);
  });

  it('is refused if it is not what the index announced', async () => {
    const wheel = await makeWheel({ name: 'swapped', version: '1.0', code: '' });
    const other = await makeWheel({ name: 'swapped', version: '1.0', code: 'evil = 1' });
    const name = 'swapped-1.0-py3-none-any.whl';
    await expect(
      run('1', {
        packages: ['swapped'],
        index,
        served: { ...(await listOf('swapped', { [name]: wheel })), ...served({ [name]: other }) },
      }),
    ).rejects.toThrow(/is not the file that the index announced/);
  });

  it('without a fitting wheel says so', async () => {
    const list = await listOf('numpy', { 'numpy-2.0-cp314-cp314-linux_x86_64.whl': new Uint8Array() });
    await expect(run('1', { packages: ['numpy'], index, served: list })).rejects.toThrow(
      /no wheel for 'numpy' that fits.*pyodide-lock\.json/,
    );
    await expect(run('1', { packages: ['nothing'], index, served: {} })).rejects.toThrow(/answered 404/);
  });

  it('is refused where the agent may not use the network', async () => {
    await expect(run('1', { packages: ['six'] })).rejects.toThrow(/may not use the network/);
  });

  it('that was downloaded is installed without the network, by name and with the variables of a session', async () => {
    const wheels = {
      'kept-1.0-py3-none-any.whl': await makeWheel({ name: 'kept', version: '1.0', code: 'n = 7' }),
    };
    const newer = { ...wheels, 'kept-2.0-py3-none-any.whl': new Uint8Array() };
    const caches = createKeptWheels(createMemoryCaches());
    // Only the older wheel is downloaded, because `kept<2` excludes the newer one.
    const given = {
      ...{ packages: ['kept<2'], index, caches },
      served: { ...(await listOf('kept', newer)), ...served(wheels) },
    };
    const first = await run('import kept; kept.n', given, createNodePython());
    expect(first.text).toContain('=> 7');
    const again = await run('import kept; kept.n', { packages: ['kept'], index, caches }, createNodePython());
    expect(again.text).toBe('=> 7\n[installed kept-1.0-py3-none-any.whl]');
    const { workspace } = first;
    const context = {
      ...workspace.context,
      ...{ files: readBeforehand(workspace.files), wheels: caches.openPort(refuse) },
    };
    const restored = await runPythonTool(createNodePython(), { code: 'kept.n', timeout: 20 }, context);
    expect(contentOf(restored)).toBe('=> 7');
  });

  it('is not restored from another file under its address, which is said', async () => {
    const name = 'turned-1.0-py3-none-any.whl';
    const wheels = { [name]: await makeWheel({ name: 'turned', version: '1.0', code: 'n = 7' }) };
    const first = { ...(await listOf('turned', wheels)), ...served(wheels) };
    const given = { packages: ['turned'], index, served: first };
    const { workspace } = await run('import turned', given, createNodePython());
    const others = createKeptWheels(createMemoryCaches());
    const evil = { [name]: await makeWheel({ name: 'turned', version: '1.0', code: 'n = "evil"' }) };
    const swapped = { ...(await listOf('turned', evil)), ...served(evil) };
    await run('1', { packages: ['turned'], index, served: swapped, caches: others }, createNodePython());
    const context = {
      ...workspace.context,
      ...{ files: readBeforehand(workspace.files), wheels: others.openPort(refuse) },
    };
    const code = 'import importlib.util; importlib.util.find_spec("turned") is None';
    const restored = String(
      contentOf(await runPythonTool(createNodePython(), { code, timeout: 20 }, context)),
    );
    expect(restored).toContain('=> True');
    expect(restored).toMatch(/package turned is not there any more: the file that was installed is not kept/);
  });
});

describe('a distribution of Pyodide', () => {
  const base = 'https://mirror.test/full/';
  const lock = `${base}pyodide-lock.json`;
  const tag = 'cp314-cp314-pyemscripten_2026_0_wasm32';
  const info = { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' };

  /** A compiled package, and a pure Python one that it needs, in the layout of the real distribution. */
  async function distribution(changes: { info?: object; abacus?: object } = {}) {
    const compiled = await makeWheel({
      ...{
        name: 'abacus',
        version: '2.0',
        code: 'import beads\nprint(type(beads.__spec__.loader).__name__)',
      },
      requires: ['tzdata'],
      extra: { 'beads.cpython-314-wasm32-emscripten.so': makeModule('beads') },
    });
    const pure = await makeWheel({ name: 'frame', version: '1.1', code: 'wood = True' });
    const [abacus, frame] = [`abacus-2.0-${tag}.whl`, 'frame-1.1-py3-none-any.whl'];
    const entry = { package_type: 'package', install_dir: 'site' };
    const packages = {
      abacus: {
        ...{ ...entry, name: 'Abacus', version: '2.0', file_name: abacus, depends: ['frame'] },
        ...{ sha256: await sha256(compiled), ...changes.abacus },
      },
      frame: {
        ...entry,
        name: 'frame',
        version: '1.1',
        file_name: frame,
        depends: [],
        sha256: await sha256(pure),
      },
    };
    const list = JSON.stringify({ info: changes.info ?? info, packages });
    return { [lock]: list, [`${base}${abacus}`]: compiled, [`${base}${frame}`]: pure };
  }

  it('has compiled packages, installed with what the list says they need', async () => {
    const given = { packages: ['Abacus>=1'], index: lock, served: await distribution() };
    const { text, asked } = await run('import abacus, frame; frame.wood', given, createNodePython());
    expect(text).toContain('ExtensionFileLoader');
    expect(text).toContain('=> True');
    expect(text).toContain(`[installed abacus-2.0-${tag}.whl, frame-1.1-py3-none-any.whl]`);
    expect(asked).toEqual([lock, `${base}abacus-2.0-${tag}.whl`, `${base}frame-1.1-py3-none-any.whl`]);
  });

  it('is not asked again for what is kept, also without the network', async () => {
    const caches = createKeptWheels(createMemoryCaches());
    const given = { packages: ['abacus'], index: lock, caches };
    await run('1', { ...given, served: await distribution() }, createNodePython());
    const { text, asked } = await run('import abacus', given, createNodePython());
    expect(text).toContain('ExtensionFileLoader');
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'of another version of the runtime',
      { info: { ...info, abi_version: '2025_0' } },
      /another version .*314\.0\.7/,
    ],
    [
      'with another file than it announced',
      { abacus: { sha256: '0'.repeat(64) } },
      /not the file that the index announced/,
    ],
    ['with an archive', { abacus: { file_name: 'abacus-2.0.zip' } }, /is not a wheel in this distribution/],
    ['with an entry that is none', { abacus: { version: 2 } }, /is not understood/],
    ['that is none', { info: 'x' as unknown as object }, /This is no pyodide-lock\.json/],
  ])('%s is refused', async (_, changes, message) => {
    const served = await distribution(changes);
    await expect(run('1', { packages: ['abacus'], index: lock, served })).rejects.toThrow(message);
  });

  it('is that of the runtime of this app', () => {
    expect(compiledFor).toEqual({ runtime: version, abi: shipped.info.abi_version });
    expect(JSON.stringify(runPython.parameters)).toContain(`/v${version}/full/`);
    expect(versionOfWheel(shipped.packages.numpy.file_name)).toBe(shipped.packages.numpy.version);
  });
});
