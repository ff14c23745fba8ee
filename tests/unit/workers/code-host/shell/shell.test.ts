/** The shell over a real workspace in memory: session, parameters, output. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

describe('the session of the shell', () => {
  it('keeps folder, variables, arrays, functions, aliases and options between commands', async () => {
    const { run } = await openShell();
    await run('mkdir -p src && cd src; export A=1; b=two; list=(x "y z"); declare -A map=([k]=v)');
    await run('greet() { echo "hello $1"; }; alias ll="ls -l"; set -o pipefail; shopt -s nullglob');
    const { content } = await run(
      'pwd; echo "$A $b ${list[1]} ${map[k]}"; greet Ann; alias ll; set -o | grep pipefail; shopt nullglob; env | grep ^A=',
    );
    expect(content).toBe(
      "/workspace/src\n1 two y z v\nhello Ann\nalias ll='ls -l'\npipefail       \ton\nnullglob       \ton\nA=1\n[exit code 0]\n[working directory: /workspace/src]",
    );
  });
});
