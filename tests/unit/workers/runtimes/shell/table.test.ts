/**
 * Commands whose output was recorded with real bash and coreutils (tests/shell/record.mjs), run in this
 * shell.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import { files } from '#tests/shell/files.mjs';

type Case = {
  command: string;
  stdout: string;
  stderr: string;
  exitCode: number;
  /** Whether stderr must be equal too. */
  checksStderr?: true;
  /** Why the output differs; the test fails if it no longer differs, so that this line is removed. */
  differs?: string;
};

const folder = new URL('../../../../shell/cases/', import.meta.url);
const cases = readdirSync(folder).flatMap((name) =>
  (JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Case[]).map((each) => ({ ...each, name })),
);

const git = { mayPush: async () => false, author: async () => undefined };

async function run({ command, checksStderr }: Case) {
  const { raw } = await openShell(files, { git });
  const { stdout, stderr, exitCode } = await raw(command, { env: { TZ: 'UTC' } });
  return checksStderr ? { stdout, stderr, exitCode } : { stdout, exitCode };
}

function recorded({ stdout, stderr, exitCode, checksStderr }: Case) {
  return checksStderr ? { stdout, stderr, exitCode } : { stdout, exitCode };
}

describe('the table of commands', () => {
  it.each(cases.filter(({ differs }) => !differs))('$name: $command', async (each) => {
    expect(await run(each)).toEqual(recorded(each));
  });

  it.each(cases.filter(({ differs }) => differs))('differs: $name: $command', async (each) => {
    expect(await run(each)).not.toEqual(recorded(each));
  });

  it('agrees in at least 98 of 100 commands', () => {
    const agreeing = cases.filter(({ differs }) => !differs).length;
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(agreeing / cases.length).toBeGreaterThanOrEqual(0.98);
  });
});
