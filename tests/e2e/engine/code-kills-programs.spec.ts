/** The kill matrix of the programs that run inside the shell: node, python3 and others. */
import type { Page } from '@playwright/test';
import { expect, test } from '../app.ts';
import {
  runAttacks,
  ended,
  killed,
  stoppedAt,
  type Attack,
  type Call,
  type Runtime,
} from '../kill-matrix.ts';

// Serial, for the reason given in code-kills.spec.ts.
test.describe.configure({ mode: 'default', timeout: 240_000 });

const call = (command: string, timeout: number): Call => ({
  tool: 'execute_shell_command',
  values: { command, timeout },
});
const shell = (command: string, timeout = 1): Call => call(`KEPT=lost; ${command}`, timeout);

/** `warm` loads the program first, because loading would count towards the deadline. */
const runtime = (warm: string, attacks: Readonly<Record<string, Attack>>): Runtime => ({
  begin: call(`${warm}; KEPT=good`, 100),
  check: call('echo "$KEPT"', 30),
  good: 'good\n',
  attacks,
});

const stopped = stoppedAt(1);
const outputWithoutEnd = stoppedAt(1, { characters_left_out: expect.any(String) });
/** The attack ended without being stopped, so the variables that it set are kept. */
const lost = { after: 'lost\n' };

const node = (code: string, timeout?: number) => shell(`node -e '${code}'`, timeout);
const nodeRuntime = runtime(`node -e ''`, {
  'endless loop': { ...node('for (;;);'), ends: stopped },
  'allocation bomb': {
    ...node('const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));', 60),
    ends: ended('1', 'out of memory: a script has 128 MB'),
    ...lost,
  },
  'string bomb': {
    ...node('let s = "x"; for (;;) s += s;', 60),
    ends: ended('1', 'string too long'),
    ...lost,
  },
  'deep recursion': {
    ...node('const f = () => f() + 1; f()', 60),
    ends: ended('134', 'Maximum call stack size exceeded'),
    ...lost,
  },
  'output without end': { ...node('for (;;) console.log("0".repeat(1000));'), ends: outputWithoutEnd },
  sleep: { ...node('await new Promise((done) => setTimeout(done, 60_000));'), ends: stopped },
  'fork-like': {
    ...node('const f = () => { setTimeout(f); setTimeout(f); }; f(); await new Promise(() => {});'),
    ends: stopped,
  },
  regex: { ...node('/^(a+)+b$/.test("a".repeat(40));'), ends: stopped },
  'an import that hangs': { ...node('import "./hang.js"'), ends: stopped },
});
const python = (code: string, timeout?: number) => shell(`python3 -c '${code}'`, timeout);
const pythonRuntime = runtime(`python3 -c ''`, {
  'endless loop': { ...python('while True: pass'), ends: stopped },
  'allocation bomb': {
    ...python('a = []\nwhile True: a.append(bytearray(10_000_000))', 100),
    ends: ended('1', 'MemoryError'),
    ...lost,
  },
  'output without end': { ...python('while True: print("0" * 1000)'), ends: outputWithoutEnd },
  'deep recursion': {
    ...python('def f(n): return f(n + 1) + 1\nf(0)', 60),
    ends: ended('1', 'RecursionError'),
    ...lost,
  },
  sleep: { ...python('import time; time.sleep(60)'), ends: stopped },
  fork: { ...python('import os; os.fork()', 60), ends: ended('1', 'Function not implemented'), ...lost },
  regex: { ...python('import re; re.match("^(a+)+b$", "a" * 40)'), ends: stopped },
  'an import that hangs': { ...python('import hang'), ends: stopped },
});
const sql = (statement: string, timeout?: number) => shell(`sqlite3 :memory: "${statement}"`, timeout);
const numbers = 'with recursive c(x) as (select 1 union all select x + 1 from c)';
const sqliteRuntime = runtime(`sqlite3 :memory: 'select 1'`, {
  'rows without end': { ...sql(`${numbers} select x from c`), ends: stopped },
  'a statement without rows and end': { ...sql(`${numbers} select count(*) from c`, 100), ends: killed },
  'allocation bomb': {
    ...sql('select length(hex(zeroblob(400000000)))', 60),
    ends: { status: 'success', result: expect.stringMatching(/out of memory|too big/) },
    ...lost,
  },
  'deep recursion': {
    ...sql(`select $(printf '1+%.0s' {1..5000})1`, 60),
    ends: ended('1', 'Expression tree is too large'),
    ...lost,
  },
  '100 MB of output': {
    ...sql(`${numbers} select printf('%.*c', 1000000, 'x') from c limit 100`, 60),
    ends: ended('1', 'xxx', { characters_left_out: expect.any(String) }),
    ...lost,
  },
  'fork-like': {
    ...sql(
      'pragma recursive_triggers = 1; create table t(a); create trigger r after insert on t begin insert into t values (new.a), (new.a); end; insert into t values (1)',
      60,
    ),
    ends: ended('1', 'triggers nested too deep'),
    ...lost,
  },
  'a file that hangs when it is read': { ...shell(`sqlite3 :memory: '.read hang.sql'`), ends: stopped },
  'a file that reads itself': {
    ...shell(`sqlite3 :memory: '.read self.sql'`, 60),
    ends: ended('1', 'nesting limit'),
    ...lost,
  },
});

const jqRuntime = runtime(`jq -n 1`, {
  'endless loop': { ...shell(`jq -n 'def f: f; f'`), ends: killed },
  'output without end': { ...shell(`jq -n 'repeat(1)'`), ends: stopped },
  'allocation bomb': {
    ...shell(`jq -n '[repeat(1)]'`, 60),
    ends: ended('134', 'cannot allocate memory'),
    ...lost,
  },
  '100 MB of output': {
    ...shell(`jq -n '"0" * 1000000 | range(100) as $i | .'`, 60),
    ends: ended('1', 'larger than 32 MB'),
    ...lost,
  },
});

async function writeFiles(page: Page): Promise<void> {
  await page.evaluate(async (numbers) => {
    const { files } = window.oneclaw;
    await files.write('hang.js', 'for (;;);');
    await files.write('hang.py', 'while True: pass');
    await files.write('hang.sql', `${numbers} select x from c;`);
    await files.write('self.sql', '.read self.sql');
  }, numbers);
}

for (const [name, attacked] of Object.entries({
  node: nodeRuntime,
  python3: pythonRuntime,
  sqlite3: sqliteRuntime,
  jq: jqRuntime,
}))
  test(`${name} in the shell: every attack ends as expected, and the state of the session is unchanged @long`, async ({
    app,
  }) => {
    await writeFiles(app);
    await runAttacks(app, attacked);
  });
