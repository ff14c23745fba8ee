/** `sqlite3` in the shell, beyond the recorded table: sizes, journals, rejected commands, and failures. */
import { describe, expect, it } from 'vitest';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';
import { loadNodeSqlite } from '#tests/fixtures/sqlite/sqlite-in-node.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { RowStyle } from '#workers/runtimes/sqlite/row-writers.ts';
import { openSession, type SqliteFiles } from '#workers/runtimes/sqlite/session.ts';

const style: RowStyle = {
  ...{ mode: 'list', hasHeader: false, separator: '|', rowEnd: '\n', nullValue: '', table: 'table' },
};
const take = async () => () => undefined;
const flags = { isHeaderSet: false, isReadOnly: false };

function filesOf(files: Pick<ToolFiles, 'stat' | 'read' | 'write'>): SqliteFiles {
  return {
    size: (path) =>
      files.stat(path).then(
        ({ size }) => size,
        () => undefined,
      ),
    read: async (path) => new Uint8Array(await (await files.read(path)).arrayBuffer()),
    write: async (path, content) =>
      void (await files.write(path, typeof content === 'string' ? content : new Blob([content.slice()]))),
  };
}

/** Returns the bytes of a database with one table. */
async function database(): Promise<Uint8Array<ArrayBuffer>> {
  const { raw, files } = await openShell();
  await raw("sqlite3 a.db 'create table t(a); insert into t values (1), (2)'");
  return new Uint8Array(await (await files.read('a.db')).arrayBuffer());
}

describe('a database file', () => {
  it('is written once, when something changed', async () => {
    const { raw, files } = await openShell({ 'a.db': new Blob([await database()]) });
    const before = (await files.stat('a.db')).modified;
    expect(await raw("sqlite3 a.db 'select sum(a) from t'")).toMatchObject({ stdout: '3\n', exitCode: 0 });
    expect((await files.stat('a.db')).modified).toBe(before);
    await raw("sqlite3 a.db 'insert into t values (3)'");
    expect(await raw("sqlite3 a.db 'select sum(a) from t'")).toMatchObject({ stdout: '6\n' });
  });

  it('of a write-ahead log is read if the log is not there, and refused if it is', async () => {
    const bytes = await database();
    bytes.fill(2, 18, 20);
    const { raw, files } = await openShell({ 'wal.db': new Blob([bytes]) });
    expect(await raw("sqlite3 wal.db 'select count(*) from t'")).toMatchObject({
      stdout: '2\n',
      exitCode: 0,
    });
    await files.write('wal.db-wal', 'pages');
    const refused = await raw("sqlite3 wal.db 'select 1'");
    expect(refused).toMatchObject({ stdout: '', exitCode: 1, stderr: expect.stringContaining('journal') });
  });

  it.each(['plain', 'with a write-ahead log'])('%s stays as it is when it is only read', async (kind) => {
    const bytes = await database();
    if (kind !== 'plain') bytes.fill(2, 18, 20);
    // As another version of SQLite has written it.
    bytes.set([0, 0, 0, 9], 24);
    bytes.set([0, 0, 0, 9, 0, 0x2e, 0x60, 0x10], 92);
    const { raw, files } = await openShell({ 'a.db': new Blob([bytes]) });
    const stored = async () => [...new Uint8Array(await (await files.read('a.db')).arrayBuffer())];
    for (const command of ['select sum(a) from t', '.schema', '.dump', 'update t set a = a'])
      expect(await raw(`sqlite3 a.db '${command}'`)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await stored()).toEqual([...bytes]);
    await raw("sqlite3 a.db 'insert into t values (3)'");
    expect((await stored()).slice(18, 20)).toEqual([...bytes.slice(18, 20)]);
    await raw("sqlite3 a.db 'pragma journal_mode = delete; insert into t values (4)'");
    expect((await stored()).slice(18, 20)).toEqual([1, 1]);
    expect(await raw("sqlite3 a.db 'select sum(a) from t'")).toMatchObject({ stdout: '10\n' });
  });

  it('that is too large is refused with its size', async () => {
    const { raw } = await openShell({ 'big.db': new Blob([new Uint8Array(129 * 1024 * 1024)]) });
    const { stderr, exitCode } = await raw("sqlite3 big.db 'select 1'");
    expect(stderr).toContain('big.db has 129 MB; a database may have 128 MB');
    expect(exitCode).toBe(1);
  });

  it('that is none says so', async () => {
    const { raw, files } = await openShell({ 'text.db': 'this is no database at all' });
    const { stderr, exitCode } = await raw("sqlite3 text.db 'select * from t'");
    expect(stderr).toContain('file is not a database');
    expect(exitCode).toBe(1);
    await raw("sqlite3 text.db 'create table t(a)'");
    expect(await (await files.read('text.db')).text()).toBe('this is no database at all');
  });

  it('cannot be written with -readonly', async () => {
    const { raw, files } = await openShell({ 'a.db': new Blob([await database()]) });
    const before = new Uint8Array(await (await files.read('a.db')).arrayBuffer());
    const { stderr, exitCode } = await raw("sqlite3 -readonly a.db 'delete from t'");
    expect(stderr).toContain('readonly');
    expect(exitCode).toBe(1);
    expect(new Uint8Array(await (await files.read('a.db')).arrayBuffer())).toEqual(before);
  });
});

describe('two commands with one database', () => {
  it('take turns, so that none loses rows of the other', async () => {
    const { raw } = await openShell({ 'a.db': new Blob([await database()]) });
    const insert = (value: number) => raw(`sqlite3 a.db 'insert into t values (${value})'`);
    await Promise.all([insert(10), insert(20), insert(30), insert(40)]);
    expect(await raw("sqlite3 a.db 'select sum(a) from t'")).toMatchObject({ stdout: '103\n' });
  });

  it('take turns also for a file that .open names', async () => {
    const before = await database();
    const { raw, files } = await openShell({ 'a.db': new Blob([before]), 'b.db': new Blob([before]) });
    await raw("sqlite3 b.db 'insert into t values (100)'");
    let opening: ReturnType<typeof raw> | undefined;
    await files.hold('a.db', async () => {
      opening = raw("sqlite3 :memory: '.open a.db' 'insert into t values (10)'");
      // Long enough for a command that would not wait.
      for (let count = 0; count < 3; count++) await raw("sqlite3 :memory: 'select 1'");
      await files.write('a.db', await files.read('b.db'));
    });
    expect(await opening).toMatchObject({ exitCode: 0 });
    expect(await raw("sqlite3 a.db 'select sum(a) from t'")).toMatchObject({ stdout: '113\n' });
  });

  it('do not wait for each other where they open the files of each other', async () => {
    const bytes = await database();
    const { raw } = await openShell({ 'a.db': new Blob([bytes]), 'b.db': new Blob([bytes]) });
    const both = (one: string, other: string) =>
      raw(`sqlite3 ${one}.db 'insert into t values (5)' '.open ${other}.db' 'insert into t values (6)'`);
    const ends = await Promise.all([both('a', 'b'), both('b', 'a')]);
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(await raw("sqlite3 a.db 'select sum(a) from t'")).toMatchObject({ stdout: '14\n' });
  });

  it.each([
    ['sqlite3 :memory: "select 7"', 'in memory'],
    ["sqlite3 '' 'select 7'", 'without a name'],
    ['sqlite3 -readonly a.db "select 7"', 'that is only read'],
    ['sqlite3 -readonly :memory: ".open a.db" "select 7"', 'that is opened to be read'],
  ])('%s needs no turn: a database %s', async (command) => {
    const { raw, files } = await openShell({ 'a.db': new Blob([await database()]) });
    const held = ['a.db', ':memory:', ''].reduce<() => Promise<unknown>>(
      (inner, path) => () => files.hold(path, inner),
      () => raw(command),
    );
    expect(await held()).toMatchObject({ stdout: '7\n', exitCode: 0 });
  });

  it('leaves its turn when it fails', async () => {
    const { raw } = await openShell({ 'a.db': new Blob([await database()]), 'text.db': 'no database' });
    const { exitCode, stderr } = await raw("sqlite3 a.db '.open text.db' 'select 1'");
    expect([exitCode, stderr]).toEqual([26, expect.stringContaining('not a database')]);
    expect(await raw("sqlite3 text.db 'select 1'")).toMatchObject({ exitCode: expect.any(Number) as number });
    expect(await raw("sqlite3 a.db 'select sum(a) from t'")).toMatchObject({ stdout: '3\n' });
  });

  it('write nothing over what another program wrote meanwhile', async () => {
    const bytes = await database();
    const { files } = await createTestWorkspace({ 'a.db': new Blob([bytes]) });
    const sql = await loadNodeSqlite();
    const other = new Uint8Array(bytes.length + 4096);
    const session = await openSession(
      { sql, style, check: () => undefined, take, ...flags, files: filesOf(files) },
      'a.db',
    );
    session.execute('insert into t values (3)');
    await files.write('a.db', new Blob([other]));
    await expect(session.save()).rejects.toThrow('database is locked');
    session.close();
    expect((await files.stat('a.db')).size).toBe(other.length);
  });
});

describe('what is not here', () => {
  it.each([
    ['sqlite3 :memory: "attach \'other.db\' as o; create table o.t(a)"', 'ATTACH of a file is not here'],
    ['sqlite3 :memory: "vacuum into \'copy.db\'"', 'use .save FILE'],
    ['sqlite3 -frobnicate', 'unknown option: -frobnicate'],
    ["sqlite3 :memory: '.mode pretty'", 'mode should be one of: list csv'],
    ['mkdir d; sqlite3 d "select 1"', 'it is a folder'],
  ])('%s', async (command, message) => {
    const { raw } = await openShell();
    const { stderr, exitCode } = await raw(command);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(1);
  });

  it('ATTACH of a database in memory works', async () => {
    const { raw } = await openShell();
    const command =
      'sqlite3 :memory: "attach \':memory:\' as o; create table o.t(a); select count(*) from o.t"';
    expect(await raw(command)).toMatchObject({ stdout: '0\n', exitCode: 0 });
  });
});

it('a query without an end is stopped at the deadline between two rows', async () => {
  const { run } = await openShell();
  const query =
    'with recursive c(x) as (select 1 union all select x + 1 from c) select x from c where x % 1000 = 0';
  await expect(run(`sqlite3 :memory: "${query}"`, { timeout: 1 })).rejects.toMatchObject({
    type: 'timeout',
    message: expect.stringContaining('stopped') as string,
    metadata: { exit_code: '124' },
  });
});

it('a file that reads itself ends', async () => {
  const { raw } = await openShell({ 'a.sql': '.read a.sql\n.read a.sql\n', 'b.sql': '.read b.sql' });
  const deep = await raw("sqlite3 :memory: '.read b.sql'");
  expect(deep.stderr).toContain('Input nesting limit (25) reached');
  expect(deep.exitCode).toBe(1);
  // Without `-bail`, the file would be read 2 ** 25 times.
  expect(await raw("sqlite3 -bail :memory: '.read a.sql'")).toMatchObject({ exitCode: 1 });
  expect(await raw("sqlite3 :memory: '.read a.sql'", { timeout: 1 })).toMatchObject({ exitCode: 124 });
});

it('a bomb of memory is an error, and the next command is good', async () => {
  const { raw } = await openShell();
  const { stderr } = await raw("sqlite3 :memory: 'select length(hex(zeroblob(400000000)))'");
  expect(stderr).toMatch(/out of memory|too big/);
  expect(await raw("sqlite3 :memory: 'select 1'")).toMatchObject({ stdout: '1\n' });
});

describe('a file outside of the workspace', () => {
  const places = ['/sessions/s/shell', '/workspace/../sessions/s/shell', '../../journal/run', '/etc/passwd'];
  const ways = places.flatMap((path) => [
    `sqlite3 ${path} .dump`,
    `sqlite3 'file:${path}?mode=rw' 'create table t(a)'`,
    `sqlite3 :memory: "attach '${path}' as o; create table o.t(a)"`,
    `sqlite3 :memory: "attach 'file:${path}' as o; select * from o.sqlite_schema"`,
    `sqlite3 :memory: "vacuum into '${path}'"`,
    `sqlite3 :memory: "select readfile('${path}')"`,
    `sqlite3 :memory: "select writefile('${path}', 'escaped')"`,
    `sqlite3 :memory: "select load_extension('${path}')"`,
    `sqlite3 :memory: "select * from fsdir('${path}')"`,
    `sqlite3 :memory: "create virtual table v using csv(filename='${path}'); select * from v"`,
    `sqlite3 :memory: "pragma temp_store_directory='${path}'; pragma data_store_directory='${path}'; select 1"`,
    ...['.open', '.read', '.load', '.archive', '.log', '.trace', '.session', '.system cat', '.shell cat'].map(
      (name) => `sqlite3 :memory: '${name} ${path}'`,
    ),
    `printf '.open ${path}\n.tables\n.dump\n' | sqlite3`,
    `sqlite3 -init ${path} :memory: .dump`,
    `sqlite3 :memory: '.import ${path} t' 'select * from t'`,
    `sqlite3 :memory: "create table t(a)" ".import '|cat ${path}' t" 'select * from t'`,
    `sqlite3 :memory: ".once '|cat > ${path}'" 'select 1'`,
  ]);

  it.each(ways)('is not read: %s', async (command) => {
    const { raw, session, tree } = await openShell({ 'own.txt': 'own' });
    await session.write('shell', JSON.stringify({ canary: 'canary' }));
    await raw('export CANARY=canary');
    const { stdout, stderr } = await raw(command);
    expect(stdout + stderr).not.toContain('canary');
    expect(Object.keys(tree()).filter((path) => !/^file:|^\|cat/.test(path))).toEqual(['own.txt']);
  });

  it.each(['../../escaped', '/workspace/../escaped', '/sessions/escaped'])(
    'is not written, only the memory of the shell: %s',
    async (path) => {
      const { raw, tree } = await openShell();
      for (const way of [`.save ${path}`, `.backup ${path}`, `.once ${path}`, `.output ${path}`])
        await raw(`sqlite3 :memory: 'create table t(a)' '${way}' 'select 1'`);
      await raw(`sqlite3 ${path}.db 'create table t(a)'`);
      expect(tree()).toEqual({});
    },
  );
});

describe('sqlite3 -safe', () => {
  // The error messages of sqlite3 3.40.
  it.each([
    ['.read a.sql', 'run .read'],
    ['.output', 'run .output'],
    ['.once o.txt', 'run .once'],
    ['.save b.db', 'run .save'],
    ['.import a.csv t', 'run .import'],
    ['.open b.db', 'open disk-based database files'],
  ])('ends at %s', async (line, what) => {
    const { raw } = await openShell({ 'a.sql': 'select 3;', 'a.csv': '1' });
    expect(await raw(`printf 'select 1;\\n${line}\\nselect 2;\\n' | sqlite3 -safe :memory:`)).toMatchObject({
      ...{ stdout: '1\n', stderr: `line 2: cannot ${what} in safe mode\n`, exitCode: 1 },
    });
  });

  it('runs everything else, and without it the command runs', async () => {
    const { raw } = await openShell({ 'a.sql': 'select 3;' });
    const lines = '.open :memory:\\n.tables\\nselect 2;\\n';
    expect(await raw(`printf '${lines}' | sqlite3 -safe :memory:`)).toMatchObject({
      stdout: '2\n',
      exitCode: 0,
    });
    expect(await raw("sqlite3 :memory: '.read a.sql'")).toMatchObject({ stdout: '3\n', exitCode: 0 });
  });
});

it('sqlite3 -version is what SQLite says of itself', async () => {
  const { raw } = await openShell();
  const { stdout } = await raw('sqlite3 -version');
  expect(stdout).toMatch(/^3\.\d+\.\d+ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [0-9a-f]{60,}/);
  expect(await raw("sqlite3 :memory: 'select sqlite_version()'")).toMatchObject({
    stdout: `${stdout.split(' ')[0]}\n`,
  });
});
