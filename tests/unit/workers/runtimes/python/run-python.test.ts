/** `run_python` on the real interpreter, over a workspace in memory. */
import { describe, expect, it } from 'vitest';
import { createNodePython } from '#tests/fixtures/python/python-in-node.ts';
import { readBeforehand } from '#tests/fixtures/memory/file-reader-sync.ts';
import { contentOf, createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';
import type { Terminal } from '#workers/runtimes/command-streams.ts';
import { runPython, runPythonTool, type PythonArguments } from '#workers/runtimes/python/run-python.ts';

/** Loading takes seconds, so the tests of a file share one interpreter, like the calls of a conversation. */
const shared = createNodePython();

type Workspace = Awaited<ReturnType<typeof createTestWorkspace>>;
type Given = Omit<Partial<PythonArguments>, 'code'> & {
  files?: Record<string, string | Blob>;
  workspace?: Workspace;
  host?: typeof shared;
};

async function run(
  code: string,
  { files = {}, workspace: given, host = shared, timeout = 20, ...rest }: Given = {},
) {
  const workspace = given ?? (await createTestWorkspace(files));
  const context = { ...workspace.context, files: readBeforehand(workspace.files) };
  const returned = await runPythonTool(host, { code, timeout, ...rest }, context);
  if (typeof returned === 'string' || Array.isArray(returned)) throw new Error('No metadata.');
  const content = contentOf(returned);
  return { content, text: String(content), metadata: returned.metadata, workspace };
}

describe('what a script shows', () => {
  it('is what it prints and the value of its last expression', async () => {
    const { text, metadata } = await run(`print('a', 1)\nimport sys; print('b', file=sys.stderr)\n6 * 7`);
    expect(text).toBe('a 1\nb\n=> 42');
    expect(metadata.exit_code).toBe('0');
  });

  it('is its traceback, without ours, if it raises', async () => {
    const { text, metadata } = await run(`def f():\n    return 1 / 0\n\nprint('before')\nf()`);
    expect(text).toBe(
      `before
Traceback (most recent call last):
  File "<script>", line 5, in <module>
    f()
    ~^^
  File "<script>", line 2, in f
    return 1 / 0
           ~~^~~
ZeroDivisionError: division by zero
[exit code 1]`,
    );
    expect(metadata.exit_code).toBe('1');
    expect(text.slice(Number(metadata.error_at))).toMatch(/^Traceback/);
    const fine = await run(`import sys\nprint('a warning', file=sys.stderr)`);
    expect(fine.metadata).not.toHaveProperty('error_at');
  });

  it('tells libraries that look for a browser that there is none', async () => {
    const code = `import importlib.util as u; [u.find_spec(n) for n in ('js', 'pyodide.ffi')], u.find_spec('json').name`;
    expect((await run(code)).text).toBe(`=> ([None, None], 'json')`);
    expect((await run('import js')).text).toMatch(/There is no module 'js'/);
  });

  it('knows the time zones without a network', async () => {
    const code = `from zoneinfo import ZoneInfo, available_timezones
from datetime import datetime
print([datetime(2026, month, 1, 12, tzinfo=ZoneInfo('Europe/Berlin')).strftime('%z %Z') for month in (1, 7)])
print(datetime(2050, 7, 1, tzinfo=ZoneInfo('Asia/Calcutta')).utcoffset(), len(available_timezones()) > 590)`;
    expect((await run(code)).text).toBe("['+0100 CET', '+0200 CEST']\n5:30:00 True");
  });

  it('names the way to a package that is not there', async () => {
    const { text } = await run('import numpy.linalg');
    expect(text).toMatch(/No module named 'numpy'\n\[exit code 1\]\n\[.*packages: \["numpy"\].*\]$/);
    expect((await run('try: import numpy\nexcept ImportError: print("none")')).text).toBe('none');
  });

  it('is the place of a syntax error', async () => {
    expect((await run('x = (1,\nprint(x')).text).toMatch(/^ {2}File "<script>", line \d.*SyntaxError: /s);
  });

  it('says so if there is nothing', async () => {
    expect((await run('x = 1')).text).toBe('The script printed nothing.');
  });

  it('has the exit code of sys.exit', async () => {
    expect((await run('import sys; sys.exit(3)')).metadata.exit_code).toBe('3');
    expect((await run('import sys; sys.exit("wrong")')).text).toBe('wrong\n[exit code 1]');
    expect((await run('raise SystemExit')).metadata.exit_code).toBe('0');
  });

  it('is streamed', async () => {
    const { workspace } = await run(`print('one')\nimport time; time.sleep(.2)\nprint('two')`);
    expect(workspace.printed.join('')).toBe('one\ntwo\n');
    expect(workspace.printed.length).toBeGreaterThan(1);
  });

  it('may await at its top level, and has asyncio', async () => {
    const { text } = await run(
      `import asyncio\nasync def f(n):\n    await asyncio.sleep(.01)\n    return n\nprint(asyncio.run(f(1)))\nawait asyncio.gather(f(2), f(3))`,
    );
    expect(text).toBe('1\n=> [2, 3]');
    expect((await run('import asyncio; await asyncio.get_running_loop().create_future()')).text).toMatch(
      /would never end/,
    );
  });
});

describe('the workspace', () => {
  it('is read and written, with folders, changes and removals', async () => {
    const { text, workspace } = await run(
      `import os, pathlib
rows = open('data/in.csv').read().split('\\n')
pathlib.Path('out/deep').mkdir(parents=True)
open('out/deep/sum.txt', 'w').write(str(sum(map(int, rows))))
open('/workspace/log.txt', 'a').write('more')
os.rename('old.txt', 'new.txt')
os.remove('gone.txt')
os.mkdir('empty')
import shutil; shutil.rmtree('data')
sorted(os.listdir('.')), os.getcwd(), os.path.getsize('huge.bin')`,
      {
        files: {
          'data/in.csv': '1\n2\n3',
          'log.txt': 'some, ',
          'old.txt': 'old',
          'gone.txt': '',
          'huge.bin': new Blob([new Uint8Array(5_000_000)]),
        },
      },
    );
    expect(text).toBe("=> (['empty', 'huge.bin', 'log.txt', 'new.txt', 'out'], '/workspace', 5000000)");
    expect(workspace.tree()).toMatchObject({
      'empty/': '',
      'log.txt': 'some, more',
      'new.txt': 'old',
      'out/deep/sum.txt': '6',
    });
    expect(Object.keys(workspace.tree())).not.toContain('data/');
    expect(Object.keys(workspace.tree())).not.toContain('gone.txt');
  });

  it('are renamed where only the case of a name changes, folders with what is in them', async () => {
    const { text, workspace } = await run(
      `import os
os.rename('a.txt', 'A.txt')
os.rename('b.txt', 'B.txt')
open('B.txt', 'a').write(', more')
os.rename('Docs', 'docs'); os.rename('docs/Sub', 'docs/sub')
os.rename('docs/one.txt', 'docs/first.txt')
os.remove('docs/gone.txt')
None`,
      {
        files: {
          'a.txt': 'a',
          'b.txt': 'b',
          'Docs/one.txt': '1',
          'Docs/gone.txt': '0',
          'Docs/Sub/two.txt': '2',
        },
      },
    );
    expect(text).toBe('The script printed nothing.');
    const left = { 'A.txt': 'a', 'B.txt': 'b, more', 'docs/first.txt': '1', 'docs/sub/two.txt': '2' };
    expect(workspace.tree()).toMatchObject(left);
    const names = Object.keys(workspace.tree()).filter(
      (path) => !path.endsWith('/') && !path.startsWith('.'),
    );
    expect(names.toSorted()).toEqual(Object.keys(left).toSorted());
    const after = `import os; open('A.txt').read(), sorted(os.listdir('docs'))`;
    expect((await run(after, { workspace })).text).toBe("=> ('a', ['first.txt', 'sub'])");
  });

  it('is not written where nothing changed', async () => {
    const workspace = await createTestWorkspace({ 'a.txt': 'a', 'b/c.txt': 'c' });
    const { lastModified } = await workspace.files.read('a.txt');
    await run(`open('a.txt').read(), open('b/c.txt').read()`, { workspace });
    expect((await workspace.files.read('a.txt')).lastModified).toBe(lastModified);
  });

  it('keeps what a failed script wrote', async () => {
    const { workspace } = await run(`open('a.txt', 'w').write('kept')\nraise ValueError`);
    expect(workspace.tree()).toMatchObject({ 'a.txt': 'kept' });
  });

  it('keeps what a script wrote before its deadline', async () => {
    const workspace = await createTestWorkspace();
    await expect(
      run(`open('a.txt', 'w').write('kept')\nwhile True: pass`, { workspace, timeout: 1 }),
    ).rejects.toMatchObject({ type: 'timeout' });
    expect(workspace.tree()).toMatchObject({ 'a.txt': 'kept' });
  });

  it('shows what other tools changed between two calls', async () => {
    const workspace = await createTestWorkspace({ 'a.txt': 'one', 'lib.py': 'n = 1' });
    expect((await run(`import lib; open('a.txt').read(), lib.n`, { workspace })).text).toBe("=> ('one', 1)");
    await workspace.files.write('a.txt', 'second');
    await workspace.files.write('lib.py', 'n = 22');
    expect((await run(`import lib; open('a.txt').read(), lib.n`, { workspace })).text).toBe(
      "=> ('second', 22)",
    );
  });

  it('refuses links, and names that it does not have', async () => {
    expect((await run(`import os; os.symlink('/tmp', 'link')`)).text).toMatch(/Operation not permitted/);
    const { text, workspace } = await run(
      `open('good.txt', 'w').close(); open('a\\u202eb.txt', 'w').close()`,
    );
    expect(text).toMatch(/was not changed: /);
    expect(Object.keys(workspace.tree())).toEqual(['good.txt']);
  });

  it('holds a database, also one that stays open', async () => {
    const workspace = await createTestWorkspace();
    await run(
      `import sqlite3; db = sqlite3.connect('shop.db'); db.execute('create table t (a)')
db.executemany('insert into t values (?)', [(n,) for n in range(100)]); db.commit()`,
      { workspace },
    );
    expect((await workspace.files.stat('shop.db')).size).toBeGreaterThan(4_000);
    expect(
      (await run(`db.execute('insert into t values (1000)'); db.commit()`, { workspace })).metadata.exit_code,
    ).toBe('0');
    expect(
      (
        await run(`import sqlite3; sqlite3.connect('shop.db').execute('select sum(a) from t').fetchone()`, {
          workspace,
        })
      ).text,
    ).toBe('=> (5950,)');
  });
});

describe('variables', () => {
  it('stay for the next call, also in another host', async () => {
    const workspace = await createTestWorkspace();
    await run(
      `import math, json as j
from collections import Counter
from dataclasses import dataclass
@dataclass
class Point:
    x: int
    def double(self): return self.x * 2
def area(r): return math.pi * r * r
p = Point(21); same = p; data = {'a': [1, 2]}; f = lambda: 1; it = (n for n in range(3))`,
      { workspace },
    );
    const code = `print(p.double(), same is p, data, round(area(1), 2), j.dumps([1]), Counter('aab')['a'])`;
    expect((await run(code, { workspace })).text).toBe("42 True {'a': [1, 2]} 3.14 [1] 2");
    const other = await run(code, { workspace, host: createNodePython() });
    expect(other.text).toMatch(/^42 True \{'a': \[1, 2\]\} 3\.14 \[1\] 2\n/);
    expect(other.text).toMatch(/\[f is not there any more: defined inside another statement\]/);
    expect(other.text).toMatch(/\[it is not there any more: TypeError: cannot pickle 'generator' object\]/);
  });

  it('are not seen and not kept by a fresh script', async () => {
    const workspace = await createTestWorkspace();
    await run('a = 1', { workspace });
    expect((await run(`b = 2; 'a' in globals()`, { workspace, fresh: true })).text).toBe('=> False');
    expect((await run(`a, 'b' in globals()`, { workspace })).text).toBe('=> (1, False)');
  });

  it('are not promised where a fresh script is stopped', async () => {
    const code = `open('a.txt', 'w').write('x')\nwhile True: pass`;
    const stopped = (fresh: boolean) => run(code, { fresh, timeout: 1 }).catch(String);
    expect(await stopped(true)).toContain('Files that it wrote are there.');
    expect(await stopped(false)).toContain('Files that it wrote and variables that it set are there.');
  });

  it('of another conversation are not there', async () => {
    await run('secret = 1');
    expect((await run(`'secret' in globals()`)).text).toBe('=> False');
  });

  it('that are too large are named, and cost no others', async () => {
    const workspace = await createTestWorkspace();
    await run(`import os; big = os.urandom(3_000_000); small = 1`, { workspace });
    const { text } = await run('small', { workspace, host: createNodePython() });
    expect(text).toBe('=> 1\n[big is not there any more: too large]');
  });
});

describe('variables that cannot be handled', () => {
  it('do not fail the call that set them', async () => {
    const workspace = await createTestWorkspace();
    await run('kept = 1', { workspace });
    const bad = `class Bad:\n    def __reduce__(self): raise SystemExit('no')\nbad = Bad()\n'done'`;
    expect((await run(bad, { workspace })).text).toMatch(/^=> 'done'\n\[the variables could not be kept/);
    expect((await run(`kept, 'bad' in globals()`, { workspace })).text).toBe('=> (1, False)');
  });

  it('fail one call only where their text is damaged', async () => {
    const workspace = await createTestWorkspace();
    await workspace.context.session.write('python', 'not JSON');
    await expect(run('1', { workspace })).rejects.toThrow(/could not be restored and are lost/);
    expect((await run('1', { workspace })).text).toBe('=> 1');
  });
});

describe('time', () => {
  it.each([
    ['an endless loop', `print('in')\nwhile True: pass`],
    ['a sleep', `print('in'); import time; time.sleep(100)`],
    ['a regular expression', `print('in'); import re; re.match(r'(a+)+$', 'a' * 60 + 'b')`],
    ['an import that hangs', `print('in'); import hang`],
    ['an await', `print('in'); import asyncio; await asyncio.sleep(100)`],
    [
      'a loop that catches the interrupt once',
      `print('in')\ntry:\n    while True: pass\nexcept KeyboardInterrupt:\n    while True: pass`,
    ],
  ])('of %s ends at the deadline, with what was printed, and the next call is good', async (_, code) => {
    const workspace = await createTestWorkspace({ 'hang.py': 'while True: pass' });
    await expect(run(code, { timeout: 1, workspace })).rejects.toMatchObject({
      type: 'timeout',
      message: expect.stringContaining('until then:\nin') as unknown,
    });
    expect((await run('1 + 1', { workspace })).text).toBe('=> 2');
  });
});

describe('what would break an interpreter', () => {
  it('an allocation bomb ends in a MemoryError, and the variables are as before', async () => {
    const workspace = await createTestWorkspace();
    await run('kept = 1', { workspace });
    const { text, metadata } = await run('a = []\nwhile True: a.append(bytearray(10_000_000))', {
      workspace,
    });
    expect(text).toMatch(/MemoryError/);
    expect(metadata.exit_code).toBe('1');
    expect((await run(`kept, 'a' in globals()`, { workspace })).text).toBe('=> (1, False)');
  });

  it('a deep recursion ends in a RecursionError', async () => {
    expect((await run('def f(n): return f(n + 1)\nf(0)')).text).toMatch(/RecursionError/);
    const code = 'import sys; sys.setrecursionlimit(10 ** 6)\ndef f(n): return f(n + 1) + 1\nf(0)';
    expect((await run(code)).text).toMatch(/RecursionError/);
  });

  it('a crash costs the call, and the next has the variables of before', async () => {
    const workspace = await createTestWorkspace();
    await run('kept = 1', { workspace });
    await expect(run('import ctypes; ctypes.string_at(-8, 100)', { workspace })).rejects.toThrow(
      /Python broke/,
    );
    expect((await run('kept', { workspace })).text).toBe('=> 1');
  });

  it('100 MB of output are cut', async () => {
    const { text, metadata } = await run(`line = 'x' * 100_000\nfor _ in range(1000): print(line)`, {
      timeout: 100,
    });
    expect(text.length).toBeLessThan(16_000);
    expect(metadata.printed).toBe('100001000');
  });

  it('files that fill the memory are refused', async () => {
    const { text } = await run(
      `with open('/tmp/big', 'wb') as f:\n    while True: f.write(bytes(10_000_000))`,
      // Two slow cores need more than the default of 20 s to fill it.
      { timeout: 100 },
    );
    expect(text).toMatch(/No space left on device/);
  });
});

describe('input', () => {
  it.each(['input("Name? ")', 'import sys; sys.stdin.readline()'])('%s is refused', async (code) => {
    expect((await run(code)).text).toMatch(
      /EOFError: input\(\) and sys\.stdin are not there: nobody can type/,
    );
  });
});

/** One pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('images', () => {
  it('are shown if the script writes them, each once and a few at most', async () => {
    const script = `png = b'\\x89PNG\\r\\n\\x1a\\n' + bytes(20)
open('out.png', 'wb').write(png); open('text.png', 'w').write('no image')
import os; os.makedirs('more')
for n in range(5): open(f'more/{n}.png', 'wb').write(png)
show('more/4.png')`;
    const { content, workspace } = await run(script);
    const blocks = content as { name?: string; text?: string }[];
    expect(blocks.map(({ name }) => name)).toEqual([
      undefined,
      '4.png',
      'out.png',
      '0.png',
      '1.png',
      '2.png',
    ]);
    expect(blocks[0]?.text).toBe('[1 more images were written; show(path) shows one]');
    expect((await run('1', { workspace })).content).toBe('=> 1');
  });

  it('are not shown if the script only moves them', async () => {
    const files = { 'a.png': new Blob([Buffer.from(png, 'base64')]), 'a.svg': '<svg/>' };
    const { content, workspace } = await run(
      `import os; os.rename('a.png', 'b.png'); os.rename('a.svg', 'b.svg'); print('done')`,
      { files },
    );
    expect(content).toBe('done');
    expect(Object.keys(workspace.tree())).toEqual(['b.png', 'b.svg']);
  });

  it('are shown by path, as the last value, and by what draws itself', async () => {
    const { content } = await run(
      `import base64; data = base64.b64decode('${png}')
open('dot.png', 'wb').write(data); show('dot.png')
class Drawn:
    def _repr_png_(self): return data
print('two'); show(Drawn())
data`,
    );
    const image = {
      type: 'image',
      media_type: 'image/png',
      data: new Uint8Array(Buffer.from(png, 'base64')),
    };
    expect(content).toEqual([{ type: 'text', text: 'two' }, { ...image, name: 'dot.png' }, image, image]);
  });

  it('are the open figures of matplotlib, at plt.show()', async () => {
    // matplotlib itself is compiled and is fetched from the distribution of Pyodide: these are the parts that a backend uses.
    const workspace = await createTestWorkspace({
      'matplotlib/__init__.py': '',
      'matplotlib/_pylab_helpers.py': `class Gcf:
    figs = []
    get_all_fig_managers = classmethod(lambda cls: list(cls.figs))
    destroy_all = classmethod(lambda cls: cls.figs.clear())`,
      'matplotlib/backend_bases.py': `class FigureManagerBase:
    def __init__(self, canvas): self.canvas = canvas`,
      'matplotlib/backends/__init__.py': '',
      'matplotlib/backends/backend_agg.py': `class FigureCanvasAgg:
    def __init__(self, figure): self.figure = figure`,
      'matplotlib/pyplot.py': `import base64, importlib, os
from matplotlib._pylab_helpers import Gcf
backend = importlib.import_module(os.environ['MPLBACKEND'].removeprefix('module://'))
class Figure:
    def savefig(self, file, format=None):
        file.write(base64.b64decode('${png}'))
def figure():
    made = Figure(); canvas = backend.FigureCanvas(made)
    Gcf.figs.append(canvas.manager_class(canvas)); return made
def show(): backend.FigureCanvas.manager_class.pyplot_show()`,
    });
    const { content } = await run(
      `import matplotlib.pyplot as plt\nplt.figure(); plt.figure(); plt.show(); plt.show(); print('drawn')`,
      { workspace },
    );
    const blocks = content as { type: string; text?: string }[];
    expect(blocks.map(({ type, text }) => text ?? type)).toEqual(['drawn', 'image', 'image']);
  });

  it('that are none are refused', async () => {
    expect((await run(`open('a.png', 'w').write('text'); show('a.png')`)).text).toMatch(
      /ValueError: show\(\) takes a PNG/,
    );
  });
});

it.each(['caf\u00e9', '\ud55c\uae00'])('finds the file %s in both Unicode forms', async (name) => {
  const { workspace, text } = await run(
    `import os, unicodedata
for n in os.listdir('.'):
    d = unicodedata.normalize('NFD', n)
    print(open(d).read(), os.path.exists(d))
    open(d, 'w').write('written')
open(unicodedata.normalize('NFD', '${name}2'), 'w').write('new')
print(open(unicodedata.normalize('NFD', '${name}2')).read(), len(os.listdir('.')))`,
    { files: { [name.normalize('NFC')]: 'content' } },
  );
  expect(text).toBe('content True\nnew 2');
  const stored = (each: string) => each.normalize('NFC');
  expect(workspace.tree()).toEqual({ [stored(name)]: 'written', [stored(`${name}2`)]: 'new' });
  await run(`import os, unicodedata\nos.remove(unicodedata.normalize('NFD', '${name}'))`, { workspace });
  expect(workspace.tree()).toEqual({ [stored(`${name}2`)]: 'new' });
});

describe('as a command of the shell', () => {
  it('has arguments, standard input, its own streams and its exit code', async () => {
    const workspace = await createTestWorkspace({ 'src/lib.py': 'n = 42' });
    const written: [stream: string, text: string][] = [];
    const terminal: Terminal = {
      write: (stream, text) => void written.push([stream, text]),
      tick: () => undefined,
    };
    const context = { ...workspace.context, files: readBeforehand(workspace.files), terminal };
    const ended = await runPython(
      shared,
      {
        code: `import sys, lib, os
print(sys.argv, __name__, __file__, os.getcwd(), input(), sys.stdin.read(), lib.n)
sys.stderr.write('wrong\\n'); 6 * 7; sys.exit(3)`,
        name: 'src/main.py',
        file: '/workspace/src/main.py',
        argv: ['src/main.py', '-v'],
        cwd: '/workspace/src',
        stdin: 'one\ntwo',
        timeoutMs: 10_000,
      },
      context,
    );
    expect(ended).toEqual({
      stdout: "['src/main.py', '-v'] __main__ /workspace/src/main.py /workspace/src one two 42\n",
      stderr: 'wrong\n',
      exitCode: 3,
    });
    // In the order in which it was printed.
    expect(written.at(-1)).toEqual(['stderr', 'wrong\n']);
    expect(written.map(([, text]) => text).join('')).toBe(ended.stdout + ended.stderr);
  });
});
