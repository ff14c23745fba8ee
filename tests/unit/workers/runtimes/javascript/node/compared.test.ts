/**
 * Scripts with Node's modules give the same output and exit code as in Node 20.20. `RECORD_NODE=1` records it again,
 * with the Node of this machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { runInNode, type Ran } from '#tests/fixtures/node/run-in-node.ts';
import { files, given, scripts } from '#tests/fixtures/node/scripts.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const place = new URL('../../../../../fixtures/node/recorded.json', import.meta.url);
const isRecording = process.env.RECORD_NODE === '1';
const recorded = JSON.parse(isRecording ? '{}' : readFileSync(place, 'utf8')) as Record<string, Ran>;

afterAll(() => {
  if (isRecording) writeFileSync(place, `${JSON.stringify(recorded, null, 2)}\n`);
});

it.each(Object.entries(scripts))('%s', async (title, script) => {
  const project = { ...files, 'main.cjs': given + script };
  if (isRecording) recorded[title] = runInNode(project, ['main.cjs']);
  const { raw } = await openShell(project);
  const { stdout, stderr, exitCode } = await raw('node main.cjs < /dev/null');
  expect(stderr).toBe('');
  expect({ stdout, exitCode }).toEqual(recorded[title]);
});
