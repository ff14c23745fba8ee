/** Parameter `files` of `run_javascript` and `run_python`. */
import { expect, it } from 'vitest';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';
import { writeInputFiles } from '#workers/runtimes/write-input-files.ts';
import { runJavascript } from '#workers/tools/code/run-javascript.ts';
import { runPython } from '#workers/tools/code/run-python.ts';

it('is texts by path, which are written before the script runs', async () => {
  const { files, tree } = await createTestWorkspace({ 'a.js': 'old' });
  await writeInputFiles(files, { 'a.js': 'new', 'lib/b.js': 'b' });
  expect(tree()).toMatchObject({ 'a.js': 'new', 'lib/b.js': 'b' });
  await writeInputFiles(files, undefined);
  for (const { parameters } of [runJavascript, runPython])
    expect(parameters.properties).toHaveProperty('files.additionalProperties', { type: 'string' });
});

it('writes none where the workspace refuses one', async () => {
  const { files, tree } = await createTestWorkspace();
  await expect(writeInputFiles(files, { 'a.js': 'a', '../b.js': 'b' })).rejects.toMatchObject({
    type: 'path_not_allowed',
  });
  expect(tree()).not.toHaveProperty('a.js');
});
