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
