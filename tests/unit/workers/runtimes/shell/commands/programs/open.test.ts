/** `open`: the links a command leaves for the user. */
import { expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

it('names files of the workspace for the page, each once', async () => {
  const { run } = await openShell({ 'notes/a b.md': '', 'c.png': '' });
  const { metadata, content } = await run('cd notes && open "a b.md" ../c.png; open ../c.png');
  expect(metadata).toMatchObject({ exit_code: '0', open_1: 'notes/a b.md', open_2: 'c.png' });
  expect(metadata).not.toHaveProperty('open_3');
  expect(content).toContain('A link to c.png is shown to the user.');
});

it.each([
  ['open missing.txt', 'No such file or directory'],
  ['echo x > /tmp/x; open /tmp/x', 'only files of the workspace can be shown'],
  ['open https://example.com', 'only files can be opened'],
  ['open', 'name a file'],
  ['touch 1 2 3 4 5 6; open 1 2 3 4 5 6', 'at most 5 files'],
])('%s is refused', async (command, message) => {
  const { run } = await openShell();
  const { metadata, content } = await run(command);
  expect(content).toContain(message);
  expect(metadata['exit_code']).toBe('1');
  expect(metadata).not.toHaveProperty('open_1');
});
