/**
 * The shell on a workspace in memory: session, parameters, output, network, and the rules of the file port.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { NetworkPort, NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const encoder = new TextEncoder();

describe('the session of the shell', () => {
  it('keeps folder, variables, arrays, functions, aliases and options between commands', async () => {
    const { raw } = await openShell();
    await raw('mkdir -p src && cd src; export A=1; b=two; list=(x "y z"); declare -A map=([k]=v)');
    await raw('greet() { echo "hello $1"; }; alias hi="echo hi"; set -o pipefail; shopt -s nullglob');
    const { stdout } = await raw(
      'pwd; echo "$A $b ${list[1]} ${map[k]}"; greet Ann; hi; [[ -o pipefail ]] && echo pipefail; echo *.none end; env | grep ^A=',
    );
    expect(stdout).toBe('/workspace/src\n1 two y z v\nhello Ann\nhi\npipefail\nend\nA=1\n');
  });

  it.each(['exit 3', 'set -e; false; echo no', 'set -u; echo $nothing'])(
    'keeps what was set before %s',
    async (end) => {
      const { raw } = await openShell();
      expect((await raw(`mkdir d; cd d; x=kept; f() { echo fun; }; ${end}`)).exitCode).toBeGreaterThan(0);
      const { stdout } = await raw('set +eu; echo $x; f; pwd');
      expect(stdout).toBe('kept\nfun\n/workspace/d\n');
    },
  );

  it('does not keep what a subshell, env or fresh set', async () => {
    const { raw } = await openShell();
    await raw('x=1');
    await raw('(x=2); export');
    await raw('x=$T', { env: { T: 'once' }, fresh: true });
    await raw('y=$T; :', { env: { T: 'once' } });
    expect((await raw('echo "$x $y [$T]"')).stdout).toBe('1 once []\n');
    expect((await raw('echo "[$x]"', { fresh: true })).stdout).toBe('[]\n');
  });

  it('has working_dir for one command, but keeps where that command went itself', async () => {
    const { raw, run } = await openShell({ 'app/src/a.txt': '', 'other/b.txt': '' });
    expect((await raw('pwd; echo "$PWD"', { working_dir: 'app' })).stdout).toBe(
      '/workspace/app\n/workspace/app\n',
    );
    expect((await raw('pwd; echo "$PWD $OLDPWD"')).stdout).toBe('/workspace\n/workspace /workspace\n');
    await raw('cd other');
    const { content } = await run('ls; exit 2', { working_dir: 'app' });
    expect(content).toContain('/workspace/other');
    expect((await raw('pwd; cd -')).stdout).toBe('/workspace/other\n/workspace\n');
    await raw('cd src', { working_dir: 'app' });
    expect((await raw('pwd')).stdout).toBe('/workspace/app/src\n');
  });

  it('has the variables of env as they were, exported or not', async () => {
    const { raw } = await openShell();
    await raw(':', { env: { LANG: 'once' } });
    expect((await raw('echo $LANG')).stdout).toBe('C.UTF-8\n');
    await raw('plain=1; export known=2');
    await raw(':', { env: { plain: 'once', known: 'once' } });
    const { stdout } = await raw(`echo $plain $known; bash -c 'echo "[$plain] [$known]"'`);
    expect(stdout).toBe('1 2\n[] [2]\n');
  });

  it('is as before after a command that ran out of time', async () => {
    const { raw, run } = await openShell();
    await raw('x=before');
    await expect(run('x=after; echo one; sleep 30', { timeout: 1 })).rejects.toMatchObject({
      type: 'timeout',
      message: expect.stringMatching(/^The command was stopped after 1 seconds[^]*\none/),
      metadata: { exit_code: '124' },
    });
    expect((await raw('echo $x')).stdout).toBe('before\n');
  });

  it.each([
    'while :; do :; done',
    `node -e 'for (;;);'`,
    `node -e 'for (;;);' || true; y=1`,
    `node -e 'await new Promise((done) => setTimeout(done, 60_000))'`,
    `sqlite3 :memory: 'with recursive c(x) as (select 1 union all select x + 1 from c) select x from c'`,
  ])('is as before after a program that ran out of time: %s', async (program) => {
    const { raw, run } = await openShell();
    await raw('x=before');
    await expect(run(`x=after; ${program}`, { timeout: 1 })).rejects.toMatchObject({
      type: 'timeout',
      metadata: { exit_code: '124' },
    });
    expect((await raw('echo $x')).stdout).toBe('before\n');
  });

  it('is as before after a command that was cancelled', async () => {
    const { raw, abort, texts } = await openShell();
    await raw('x=before');
    const kept = texts.get('shell');
    const running = raw('x=after; sleep 30');
    abort.abort();
    await expect(running).rejects.toMatchObject({ type: 'cancelled' });
    expect(texts.get('shell')).toBe(kept);
  });

  it('goes back to the workspace if its folder is gone', async () => {
    const { run, files } = await openShell();
    await run('mkdir d; cd d');
    await files.remove('d', { recursive: true });
    const { content } = await run('pwd');
    expect(content).toContain('/workspace\n');
    expect(content).toContain('/workspace/d does not exist any more');
  });

  it('starts again on a state that it cannot read', async () => {
    const { raw, texts } = await openShell();
    texts.set('shell', '{"version":99}');
    expect((await raw('pwd')).stdout).toBe('/workspace\n');
  });

  it('says that a state of more than 1 MB is not kept, and keeps the last one', async () => {
    const { run, raw } = await openShell();
    await raw('x=small');
    const { content } = await run('x=$(printf "%01200000d" 0)');
    expect(content).toContain('more than 1 MB');
    expect((await raw('echo $x')).stdout).toBe('small\n');
  });

  it('remembers commands and modes', async () => {
    const { raw } = await openShell({ 's.sh': 'echo ran' });
    await raw('chmod +x s.sh');
    expect((await raw('./s.sh; history')).stdout).toBe('ran\n    1  chmod +x s.sh\n    2  ./s.sh; history\n');
  });

  it('gives any text back as it was', async () => {
    const { raw } = await openShell();
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 30 }), async (text) => {
        const value = text.replaceAll('\0', '').toWellFormed();
        await raw(`v='${value.replaceAll("'", `'\\''`)}'`);
        expect((await raw('printf "%s." "$v"')).stdout).toBe(`${value}.`);
      }),
      { numRuns: 40 },
    );
  });
});

describe('parameters and results of the shell', () => {
  it.each(['PATH', 'IFS', 'LD_PRELOAD', 'DYLD_LIBRARY_PATH', 'BASH_ENV', 'ENV', 'SHELLOPTS', 'PS4', 'a-b'])(
    'refuses %s in env',
    async (name) => {
      const { raw } = await openShell();
      const refused = raw('true', { env: { [name]: 'x' } });
      await expect(refused).rejects.toMatchObject({ type: 'validation_error' });
      await expect(refused).rejects.toThrow(name);
    },
  );

  it('runs in the folder that is named, and names one that is missing', async () => {
    const { raw } = await openShell({ 'src/a.js': '' });
    expect((await raw('ls', { working_dir: 'src' })).stdout).toBe('a.js\n');
    await expect(raw('ls', { working_dir: 'none' })).rejects.toThrow('/workspace/none');
  });

  it('reports a failing command with its output, errors and exit code', async () => {
    const { run } = await openShell();
    const { content, metadata } = await run('echo out; echo err >&2; exit 7');
    expect(content).toBe('out\n[stderr]\nerr\n[exit code 7]');
    expect(metadata).toEqual({ exit_code: '7', stdout_characters: '4', stderr_characters: '4' });
    expect((await run('true')).content).toBe('(no output)\n[exit code 0]');
  });

  it('names the folder in which the next command begins, if it is not the workspace', async () => {
    const { run } = await openShell({ 'src/a.js': '' });
    const { content, metadata } = await run('cd src');
    expect(content).toBe('(no output)\n[exit code 0]\n[working directory: /workspace/src]');
    expect(metadata).toMatchObject({ working_directory: '/workspace/src' });
    expect((await run('cd ..')).metadata).not.toHaveProperty('working_directory');
  });

  it('refuses options of du that it does not have', async () => {
    const { raw } = await openShell({ 'a/b.txt': 'x'.repeat(5_000) });
    expect((await raw('du -s a; du -s --apparent-size a')).stdout).toBe('12\ta\n9\ta\n');
    for (const option of ['--exclude=b.txt', '-B1', '-0', '-S'])
      expect(await raw(`du ${option} a`), option).toMatchObject({
        stdout: '',
        stderr: expect.stringMatching(/^du: .*option/),
      });
  });

  it('keeps head and tail of a long output', async () => {
    const { run } = await openShell();
    const { content, metadata } = await run('seq 10000');
    expect(content.length).toBeLessThan(15_300);
    expect(content).toMatch(/^1\n2\n/);
    expect(content).toContain('\n10000\n[exit code 0]');
    expect(content).toMatch(/\[… [\d,]+ characters left out/);
    expect(Number(metadata['characters_left_out'])).toBeGreaterThan(30_000);
  });

  it('shows output while the script runs, and all of it once', async () => {
    const { run } = await openShell();
    const { shown } = await run(
      'echo a; for i in 1 2; do echo $i; done; { echo x; echo y; } | cat; echo z >&2',
    );
    expect(shown.join('')).toBe('a\n1\n2\nx\ny\nz\n');
    expect(shown.filter(Boolean)).toContain('1\n');
  });

  it('runs what trap … EXIT set, last, with the exit code of the script', async () => {
    const { raw } = await openShell();
    expect(await raw("trap 'echo bye' EXIT; echo hi; exit 3")).toMatchObject({
      stdout: 'hi\nbye\n',
      exitCode: 3,
    });
  });

  it('sees variables, functions and the folder in $(…) within $((…))', async () => {
    const { raw } = await openShell({ 'd/a': '', 'd/b': '' });
    expect(
      (await raw('cd d; x=5; f() { echo 2; }; echo $(( $(ls | wc -l) + $(echo $x) + $(f) ))')).stdout,
    ).toBe('9\n');
  });
});

describe('files of the shell', () => {
  it('writes through the file port and keeps its rules', async () => {
    const { raw, tree } = await openShell({ 'a.txt': 'one\n' });
    await raw('echo two >> a.txt; mkdir -p x/y; cp a.txt x/y/b; mv x z; rm a.txt');
    expect(tree()).toMatchObject({ 'z/y/b': 'one\ntwo\n' });
    expect(Object.keys(tree())).not.toContain('a.txt');
    for (const command of [
      'echo x > "a\\\\b"',
      'echo x > none/f',
      'echo x > .results/f',
      'ln -s z l',
      'rmdir z',
      'rm -rf /workspace',
      'rm -rf /',
    ]) {
      const { exitCode, stderr } = await raw(command);
      expect(exitCode, command).not.toBe(0);
      expect(stderr, command).not.toBe('');
    }
    expect(tree()).toMatchObject({ 'z/y/b': 'one\ntwo\n' });
  });

  it('says why a redirection failed, and goes on', async () => {
    const { raw, files } = await openShell();
    const { stdout, stderr, exitCode } = await raw('echo x > "a\\\\b"; echo "code $?"; echo y > ok');
    expect(stdout).toBe('code 1\n');
    expect(stderr).toBe(
      'bash: /workspace/a\\b: Permission denied (it contains a backslash or an invisible character)\n',
    );
    expect(exitCode).toBe(0);
    Object.assign(files, { write: () => Promise.reject(new ToolError('storage_full', 'Storage is full.')) });
    expect(await raw('echo z > f; echo "code $?"')).toMatchObject({
      stdout: 'code 1\n',
      stderr: 'bash: /workspace/f: No space left on device\n',
    });
  });

  it('sees what others change', async () => {
    const { raw, files } = await openShell();
    await raw('ls');
    await files.write('new.txt', 'x');
    expect((await raw('ls')).stdout).toBe('new.txt\n');
  });

  it('keeps bytes through pipes and archives', async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, at) => at % 256);
    const { raw, files } = await openShell({ 'b.bin': new Blob([bytes]) });
    const { stderr } = await raw(
      'cat b.bin | gzip | gunzip > c.bin; tar czf t.tgz b.bin; mkdir o p; tar xzf t.tgz -C o; zip -q z.zip b.bin; unzip -q z.zip -d p',
    );
    expect(stderr).toBe('');
    for (const path of ['c.bin', 'o/b.bin', 'p/b.bin'])
      expect(new Uint8Array(await (await files.read(path)).arrayBuffer()), path).toEqual(bytes);
  });

  it('asks the file port little for a write', async () => {
    const { raw, files } = await openShell();
    let calls = 0;
    for (const name of ['stat', 'list', 'read', 'readMany', 'write', 'append'] as const) {
      const method = files[name] as (...args: unknown[]) => unknown;
      Object.assign(files, { [name]: (...args: unknown[]) => (calls++, method(...args)) });
    }
    await raw('for i in {1..50}; do echo $i > f$i; done');
    expect(calls / 50).toBeLessThan(5);
  });
});

describe('the network of the shell', () => {
  function recording(answer: { status?: number; body?: string } = {}) {
    const requests: NetworkRequest[] = [];
    const network: NetworkPort = {
      async request(request) {
        requests.push(request);
        if (request.url.includes('refused'))
          throw new ToolError('permission_denied', 'The host is not allowed.');
        return {
          ...{ status: answer.status ?? 200, statusText: 'OK', url: request.url, truncated: false },
          headers: [['content-type', 'text/plain']],
          body: encoder.encode(answer.body ?? 'hello\n'),
        };
      },
    };
    return { network, requests };
  }

  it.each(['curl https://a.test/', 'wget https://a.test/x'])(
    'refuses %s without network, in words',
    async (command) => {
      const { raw } = await openShell();
      const { stderr, exitCode } = await raw(command);
      expect(stderr).toContain('may not use the network');
      expect(exitCode).not.toBe(0);
    },
  );

  it('sends method, headers and data of curl', async () => {
    const { network, requests } = recording();
    const { raw } = await openShell({ 'd.json': '{"a":1}' }, { network });
    const { stdout } = await raw(
      `curl -sS -L -X PUT -H 'X-A: b' -H 'content-type: application/json' -u me:pw -d @d.json -w '%{http_code}\\n' https://a.test/x`,
    );
    expect(stdout).toBe('hello\n200\n');
    expect(requests[0]).toMatchObject({ url: 'https://a.test/x', method: 'PUT', body: '{"a":1}' });
    const headers = new Headers(requests[0]?.headers);
    expect([headers.get('x-a'), headers.get('content-type'), headers.get('authorization')]).toEqual([
      'b',
      'application/json',
      `Basic ${btoa('me:pw')}`,
    ]);
  });

  it('saves files, shows heads, and fails with -f as curl does', async () => {
    const { network } = recording({ status: 404, body: 'gone' });
    const { raw, tree } = await openShell({}, { network });
    expect(await raw('curl -sf https://a.test/x')).toMatchObject({ stdout: '', exitCode: 22 });
    expect((await raw('curl -si https://a.test/x')).stdout).toMatch(/^HTTP\/1.1 404 OK\r\n.*\r\n\r\ngone$/s);
    await raw(
      'curl -s -o a.txt https://a.test/x; curl -sO https://a.test/b.txt; curl -s https://a.test/x > c.txt',
    );
    expect(tree()).toMatchObject({ 'a.txt': 'gone', 'b.txt': 'gone', 'c.txt': 'gone' });
    expect((await raw('wget -q https://a.test/x')).exitCode).toBe(8);
  });

  it('says why the gate refused', async () => {
    const { network } = recording();
    const { raw } = await openShell({}, { network });
    expect(await raw('curl https://refused.test/')).toMatchObject({
      exitCode: 7,
      stderr: 'curl: (7) The host is not allowed.\n',
    });
  });
});

describe('what a person would not learn otherwise', () => {
  it.each([
    ['pip install numpy', 'run_python installs them'],
    ['cd /tmp; npm i x | cat', 'npm init -y makes one'],
    ['vim a.txt', 'open FILE'],
    ['man ls', 'type help'],
    ['montage a.jpg b.jpg c.jpg', 'edit_image makes a contact sheet'],
    ['exiftool a.jpg', 'identify -verbose'],
    ['pandoc a.docx', 'read_file'],
    ['df -h', 'Settings > Storage'],
    ['read -p "name? " name', 'read name <<< "text"'],
    ['python3', 'behind "py"'],
    ['node', 'behind "js"'],
    ['grep -q x nope', 'grep: nope: No such file or directory'],
  ])('is said by %s', async (command, hint) => {
    const { raw } = await openShell();
    expect((await raw(command)).stderr).toContain(hint);
  });

  it.each([
    'printf "a\\nb\\n" | while read -r line; do :; done',
    'read -p x name <<< text',
    'command -v pip',
    'grep -qs x nope',
    'grep -q x /dev/null',
  ])('is not said by %s', async (command) => {
    const { raw } = await openShell();
    expect((await raw(command)).stderr).toBe('');
  });

  it('is what there is, by help, and which bash this is', async () => {
    const { raw } = await openShell();
    const { stdout } = await raw('help');
    for (const name of ['sqlite3', 'curl', 'git', 'python3', 'getopts'])
      expect(stdout.split(/\s+/)).toContain(name);
    expect(stdout.split(/\s+/)).not.toContain('apt-get');
    expect((await raw('help cd')).stdout).toMatch(/^cd: cd/);
    expect((await raw('bash --version')).stdout).toContain('5.2');
    expect((await raw('x=1; bash -c "echo $x"; bash <<< "echo two"')).stdout).toBe('1\ntwo\n');
  });
});

it('shuffles many lines, and makes a million at most of its own', async () => {
  const { raw } = await openShell();
  expect((await raw('seq 300000 | shuf | sort -n | md5sum')).stdout).toBe(
    (await raw('seq 300000 | md5sum')).stdout,
  );
  expect((await raw('shuf -r -n 999999999999 -e x | wc -l')).stdout.trim()).toBe('1000000');
});

it.each(['caf\u00e9', '\ud55c\uae00'])('finds the file %s in both Unicode forms', async (name) => {
  const { raw } = await openShell({ [name.normalize('NFC')]: 'found\n' });
  const other = name.normalize('NFD');
  expect(
    (await raw(`ls > /dev/null; cat ${other}; echo more >> ${other}; cat ${other}; ls | wc -l`)).stdout,
  ).toBe('found\nfound\nmore\n1\n');
});
