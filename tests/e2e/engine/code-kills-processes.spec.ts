/**
 * The kill matrix of background processes: they have no deadline, so each runs until it ends or is killed.
 */
import type { Page } from '@playwright/test';
import * as limits from '#shared/limits.ts';
import { expect, test } from '../app.ts';
import { expectBlockedPageDetected, run, text, watchTasks, type Call } from '../kill-matrix.ts';

// Serial, for the reason given in code-kills.spec.ts.
test.describe.configure({ mode: 'default', timeout: 300_000 });

/** Soft assertions: one failing row does not hide the others. */
const soft = expect.configure({ soft: true });

type Harm = {
  command: string;
  /**
   * Exit code, expected and forbidden output of a process that ends by itself; without `ends` the test kills
   * it.
   */
  ends?: { code: string; says: string; never?: string };
};

/**
 * Each command prints before it hangs, because killing a runtime that is still loading would prove nothing.
 */
const shell: Readonly<Record<string, Harm>> = {
  'endless loop': { command: 'echo begun; while true; do :; done' },
  'a loop that no signal reaches': {
    command:
      "echo begun; awk 'BEGIN { while (1) { x = x + 1; y = (x * 3) % 7; z = z + y * y; w = (w + z) % 11 } }'",
  },
  'output without end': { command: 'echo begun; while true; do printf "%01000d" 0; done' },
  sleep: { command: 'echo begun; sleep 3000' },
  'fork-like': { command: 'echo begun; while true; do (sleep 0 | sleep 0) & done' },
  'allocation bomb': {
    command: 's=x; while true; do s="$s$s"; done',
    ends: { code: '126', says: 'string length limit exceeded' },
  },
  'deep recursion': { command: 'f() { f; }; f', ends: { code: '126', says: 'maximum recursion depth' } },
  'fork bomb': { command: 'f() { f | f; }; f', ends: { code: '126', says: 'maximum recursion depth' } },
};

const node = (code: string) => `node -e '${code}'`;
const scripts: Readonly<Record<string, Harm>> = {
  'endless loop': { command: node('console.log("begun"); for (;;);') },
  'output without end': { command: node('console.log("begun"); for (;;) console.log("0".repeat(1000));') },
  sleep: { command: node('console.log("begun"); await new Promise((done) => setTimeout(done, 3e6));') },
  'fork-like': {
    command: node(
      'console.log("begun"); const f = () => { setTimeout(f); setTimeout(f); }; f(); await new Promise(() => {});',
    ),
  },
  regex: { command: node('console.log("begun"); /^(a+)+b$/.test("a".repeat(60));') },
  'an import that hangs': { command: node('import "./hang.js"') },
  'allocation bomb': {
    command: node(
      'const all = []; for (;;) { all.push(new Uint8Array(1e6).fill(1)); console.log(`${all.length} MB`); }',
    ),
    ends: { code: '1', says: 'out of memory: a script has 128 MB', never: '\n135 MB' },
  },
  'string bomb': {
    command: node('let s = "x"; for (;;) s += s;'),
    ends: { code: '1', says: 'string too long' },
  },
  'deep recursion': {
    command: node('const f = () => f() + 1; f()'),
    ends: { code: '134', says: 'Maximum call stack size exceeded' },
  },
};

const python = (code: string) => `python3 -c '${code}'`;
const pythonScripts: Readonly<Record<string, Harm>> = {
  'endless loop': { command: python('print("begun")\nwhile True: pass') },
  'output without end': { command: python('print("begun")\nwhile True: print("x" * 1000)') },
  sleep: { command: python('import time; print("begun"); time.sleep(3000)') },
  regex: { command: python('import re; print("begun"); re.match("^(a+)+b$", "a" * 60)') },
  'one instruction that takes long': { command: python('print("begun"); 10 ** 10 ** 9') },
  'an import that hangs': { command: python('import hang') },
  'allocation bomb': {
    command: python('a = []\nwhile True: a.append(bytearray(10_000_000)); print(len(a), "times 10 MB")'),
    // The memory of the interpreter grows by a fifth more than was requested.
    ends: { code: '1', says: 'MemoryError', never: '\n66 times 10 MB' },
  },
  'deep recursion': {
    command: python('def f(n): return f(n + 1) + 1\nf(0)'),
    ends: { code: '1', says: 'RecursionError' },
  },
  fork: { command: python('import os; os.fork()'), ends: { code: '1', says: 'Function not implemented' } },
  threads: {
    command: python('import threading\nwhile True: threading.Thread(target=print).start()'),
    ends: { code: '1', says: "can't start new thread" },
  },
};

const beside: Call = { tool: 'execute_shell_command', values: { command: 'echo "$KEPT"' } };
const good = { status: 'success', result: text('good\n') };

const running = (page: Page) => page.evaluate(() => window.oneclaw.processes.running());
const find = async (page: Page, id: string) =>
  (await page.evaluate(() => window.oneclaw.processes.list())).find((each) => each.id === id);
/** The newest part of the log; with an offset of 0, the oldest part that is kept. */
const logOf = (page: Page, id: string, offset?: number) =>
  page.evaluate(
    ([id, offset]) => window.oneclaw.processes.log(id, undefined, offset === undefined ? {} : { offset }),
    [id, offset] as const,
  );

/** Number of code hosts, both those of processes and those kept warm after calls. */
const codeHosts = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes('/code-host/')).length;

/**
 * Starts a background process. Returns its id and the page's longest task until the process was over (ms).
 */
async function suffer(page: Page, name: string, { command, ends }: Harm, agent: string) {
  const longestTask = await watchTasks(page);
  const hosts = codeHosts(page);
  const start = { command: `KEPT=lost; ${command}`, background: true };
  const { result } = await run(page, { tool: 'execute_shell_command', values: start }, agent);
  soft(result, name).toMatchObject({ status: 'success' });
  const id = (result['metadata'] as { process: string }).process;
  if (!ends) {
    // Loading Python takes long on a busy machine.
    await soft
      .poll(async () => (await find(page, id))?.printed, { message: name, timeout: 60_000 })
      .toBeGreaterThan(0);
    soft(await running(page), name).toMatchObject([{ id }]);
    soft(codeHosts(page), `hosts: ${name}`).toBe(hosts + 1);
  }
  // The process does not block the session: a command runs and ends meanwhile.
  soft((await run(page, beside, agent)).result, `beside ${name}`).toMatchObject(good);
  if (!ends) {
    const kill = { tool: 'manage_process', values: { action: 'kill', id } };
    soft((await run(page, kill, agent)).result, name).toMatchObject({ status: 'success' });
    soft(await find(page, id), name).toMatchObject({ state: 'killed' });
  }
  await soft.poll(() => running(page), { message: name, timeout: 100_000 }).toEqual([]);
  await soft.poll(() => codeHosts(page), `its host is gone: ${name}`).toBe(hosts);
  return { id, longestTask: await longestTask() };
}

async function sufferAll(page: Page, harms: Readonly<Record<string, Harm>>): Promise<void> {
  await expectBlockedPageDetected(page);
  const agent = await page.evaluate(async () => {
    await window.oneclaw.files.write('hang.js', 'console.log("begun"); for (;;);');
    await window.oneclaw.files.write('hang.py', 'print("begun")\nwhile True: pass');
    return window.oneclaw.agents.save({ name: 'Manager', systemPrompt: '', tools: ['*'] });
  });
  // Keep one host of the session warm, so that only hosts of processes are started and ended below.
  await run(page, { tool: 'execute_shell_command', values: { command: 'KEPT=good' } }, agent);
  for (const [name, harm] of Object.entries(harms)) {
    await test.step(name, async () => {
      let suffered = await suffer(page, name, harm, agent);
      // As in `runAttacks`: a page blocked by a process is blocked each time, one that lacked CPU time is not.
      for (let tries = 2; suffered.longestTask > 50 && tries > 0; tries--)
        suffered = await suffer(page, name, harm, agent);
      const { id, longestTask } = suffered;
      soft(longestTask, `longest task of the page: ${name}`).toBeLessThanOrEqual(50);
      const end = harm.ends ? { state: 'ended', exitCode: harm.ends.code } : { state: 'killed' };
      await soft.poll(() => find(page, id), name).toMatchObject(end);
      await soft
        .poll(async () => (await logOf(page, id)).text, name)
        .toContain(harm.ends?.says ?? '[killed]');
      if (harm.ends?.never) soft((await logOf(page, id)).text, name).not.toContain(harm.ends.never);
      const { printed = 0 } = (await find(page, id)) ?? {};
      const { offset } = await logOf(page, id, 0);
      soft(printed - offset, `kept: ${name}`).toBeLessThanOrEqual(limits.keptLogCharacters);
      const { result: next } = await run(page, beside, agent);
      soft(next, `after ${name}`).toMatchObject(good);
    });
  }
}

const programs = { shell, node: scripts, python3: pythonScripts };

for (const [name, harms] of Object.entries(programs))
  test(
    `${name} in the background: every attack ends, and the state of the session is unchanged`,
    { tag: '@long' },
    async ({ app }) => sufferAll(app, harms),
  );

test(
  'a process that ignores signals, and its host, end when the conversation is deleted',
  { tag: '@long' },
  async ({ app }) => {
    const session = await app.evaluate(async () => {
      const { session } = await window.oneclaw.chat.send('hello');
      for (const command of ['for (;;);', 'await new Promise((done) => setTimeout(done, 3e6));'])
        await window.oneclaw.terminal.run({
          ...{ call: `call_${command}` as never, run: 'run_typed' as never, session },
          tool: 'execute_shell_command',
          parameters: { command: `node -e 'console.log("begun"); ${command}'`, background: true },
        });
      return session;
    });
    await expect.poll(() => running(app)).toMatchObject([{ session }, { session }]);
    for (const id of ['p1', 'p2'])
      await expect
        .poll(() => app.evaluate(([id, of]) => window.oneclaw.processes.log(id, of), [id, session] as const))
        .toMatchObject({ text: 'begun\n' });
    expect(codeHosts(app)).toBe(2);
    await app.evaluate((id) => window.oneclaw.sessions.remove(id), session);
    expect(await running(app)).toEqual([]);
    await expect.poll(() => codeHosts(app)).toBe(0);
  },
);
