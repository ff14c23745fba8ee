/** What the card of a command shows while it runs. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

/** Prints, then writes a file, then prints again to both streams. */
const slow = `
  console.log('first');
  await files.write('done.txt', '');
  console.log('second');
  console.error('wrong');
`;

describe('an interpreter in the shell', () => {
  it.each([
    'node slow.js',
    'echo before && node slow.js',
    'cd . && A=1 timeout 20 node slow.js',
    '(node slow.js)',
    'if true; then for i in 1; do node slow.js; done; fi',
    'node slow.js 2>&1',
    'node slow.js 2>/dev/null',
    'node slow.js < /dev/null',
    'echo "x y" | node slow.js',
    'qjs slow.js; true',
  ])('shows what it prints before it ends: %s', async (command) => {
    const { run, tree } = await openShell({ 'slow.js': slow });
    const before: string[] = [];
    const { content, shown } = await run(command, {}, (text) => {
      if (!('done.txt' in tree())) before.push(text);
    });
    expect(before.join('')).toMatch(/^(before\n)?first\n$/);
    // Nothing is shown twice.
    expect(shown.join('')).toMatch(/^(before\n)?first\nsecond\n(wrong\n)?$/);
    expect(content).toContain('first\nsecond\n');
  });

  it.each([
    ['node slow.js | cat', 'first\nsecond\n'],
    ['node slow.js > out.txt', ''],
    ['node slow.js &> out.txt', ''],
    ['x=$(node slow.js 2>&1); echo "${#x}"', '18\n'],
    ['f() { node slow.js; }; x=$(f 2>/dev/null); echo done', 'done\n'],
    ['echo "$(node slow.js 2>/dev/null)" | wc -l', '2\n'],
    ['node -e "$(node slow.js > a; echo "console.log(1)")"', '1\n'],
  ])('shows nothing of what goes elsewhere: %s', async (command, expected) => {
    const { run, tree } = await openShell({ 'slow.js': slow });
    const before: string[] = [];
    const { shown } = await run(command, {}, (text) => {
      if (!('done.txt' in tree())) before.push(text);
    });
    expect(before.join('')).toBe('');
    expect(shown.join('').replace('wrong\n', '')).toBe(expected);
  });

  it('passes on the first line of Python at once, and joins what follows', async () => {
    const { run } = await openShell();
    const { shown } = await run(`python3 -c 'for n in range(1000): print(n)' && echo end`);
    expect(shown[0]).toBe('0\n');
    expect(shown.join('')).toMatch(/^0\n1\n[^]*\n999\nend\n$/);
    expect(shown.length).toBeLessThan(100);
  });

  it('passes on what waits while a script sleeps', async () => {
    const { run, files } = await openShell({
      'a.js': `console.log('one'); console.log('two');
        while (!(await files.walk()).some(({ path }) => path === 'seen.txt')) await new Promise((done) => setTimeout(done, 5));`,
    });
    // The script waits for the file, which the test writes after the line was shown.
    const { shown } = await run('node a.js', {}, (text) => {
      if (text.includes('two')) void files.write('seen.txt', '');
    });
    expect(shown.join('')).toBe('one\ntwo\n');
  });

  it('passes on what waits while a script computes', async () => {
    const { run } = await openShell();
    // The command is stopped at its deadline; its output is shown while it still runs.
    const shown: string[] = [];
    const endless = `node -e 'console.log("one"); console.log("two"); for (;;);'`;
    await expect(run(endless, { timeout: 1 }, (text) => void shown.push(text))).rejects.toThrow('stopped');
    expect(shown.slice(0, 2)).toEqual(['one\n', 'two\n']);
  });

  it('keeps in the result what a script had printed when it was stopped', async () => {
    const { run } = await openShell();
    const sleeping = run(
      `node -e 'console.log("printed"); await new Promise((done) => setTimeout(done, 60_000))'`,
      { timeout: 1 },
    );
    await expect(sleeping).rejects.toThrow(/stopped after 1 seconds[^]*printed/);
  });

  it('shows so much of a long output that the engine sees that it is cut', async () => {
    const { run } = await openShell();
    const print = `node -e 'for (let n = 0; n < 5_000; n++) console.log("x".repeat(99))'; echo end`;
    const { shown, content } = await run(print);
    expect(shown.join('')).toMatch(/^[x\n]{200001}end\n$/);
    expect(content).toContain('xxx\nend\n');
    // For a background process, the end of the output is kept.
    expect((await run(print, { background: true })).shown.join('')).toHaveLength(500_004);
  });
});
