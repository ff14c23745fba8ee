/** `python3` in the shell, on the real interpreter. */
import { expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

it('has the exported variables, and none of the last command', async () => {
  const { raw } = await openShell({
    'a.py': 'import os; print(*map(os.environ.get, "ABCD"), os.environ["HOME"])',
  });
  const { stdout } = await raw('export A=1; B=2; C=3 python3 a.py', { env: { D: '4' } });
  expect(stdout).toBe('1 None 3 4 /workspace\n');
  expect((await raw('python3 a.py')).stdout).toBe('1 None None None /workspace\n');
});

it('writes bytes that are not UTF-8', async () => {
  const { raw } = await openShell({});
  const { stdout } = await raw(
    `python3 -c 'import sys; sys.stdout.buffer.write(bytes([0xff, 0xc3, 0xa9, 0xc3]))' | od -An -tx1`,
    { timeout: 120 },
  );
  expect(stdout).toBe(' ff c3 a9 c3\n');
});
