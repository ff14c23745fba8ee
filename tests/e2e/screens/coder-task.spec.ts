/** A programming task on a phone: Coder clones through a relay, fixes a bug, tests and commits; then undo. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startGitServer, type GitServer } from '#tests/fixtures/git/git-server.ts';
import { hasRealGit, runReal } from '#tests/fixtures/git/real-git.ts';
import {
  startChatServer,
  type ChatServer,
  type ReplyCall,
} from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, test as base } from '../app.ts';
import { openPublicWorld, runRelay } from '../relay-world.ts';

const test = base.extend<{ gitServer: GitServer; model: ChatServer; world: { page: Page; host: string } }>({
  gitServer: async ({}, use) => {
    const server = await startGitServer();
    await use(server);
    await server.close();
  },
  model: async ({}, use) => {
    const server = await startChatServer();
    await use(server);
    await server.close();
  },
  world: ({ gitServer, servers, contextOptions, viewport, userAgent, hasTouch, isMobile }, use) =>
    openPublicWorld(servers.test, Number(new URL(gitServer.url).port), use, {
      ...contextOptions,
      ...{ viewport, hasTouch, isMobile, ...(userAgent !== undefined && { userAgent }) },
    }),
});

test.skip(!hasRealGit, 'needs git with its HTTP backend');
// Python is loaded, and the tests run in it three times.
test.describe.configure({ timeout: 180_000 });

/** The bug: the last word of a title is not capitalised. */
const titles = `def title(text):
    words = text.split()
    return ' '.join(word.capitalize() for word in words[:-1]) + ' ' + words[-1]
`;
const mended = `def title(text):
    return ' '.join(word.capitalize() for word in text.split())
`;
const tests = `import unittest
from texts.titles import title

class Titles(unittest.TestCase):
    def test_every_word(self):
        self.assertEqual(title('the last word'), 'The Last Word')
    def test_one_word(self):
        self.assertEqual(title('word'), 'Word')

if __name__ == '__main__':
    unittest.main()
`;

async function seed({ create, root }: GitServer): Promise<void> {
  await create('texts.git');
  const work = path.join(root, 'work');
  for (const folder of ['texts', 'tests']) await fs.mkdir(path.join(work, folder), { recursive: true });
  await runReal(work, ['init', '-q']);
  for (const folder of ['texts', 'tests']) await fs.writeFile(path.join(work, folder, '__init__.py'), '');
  await fs.writeFile(path.join(work, 'texts/titles.py'), titles);
  await fs.writeFile(path.join(work, 'tests/test_titles.py'), tests);
  await fs.writeFile(path.join(work, 'README.md'), '# Texts\n\nRun `python3 -m unittest`.\n');
  await runReal(work, ['add', '.']);
  await runReal(work, ['commit', '-qm', 'Add titles']);
  await runReal(work, ['push', '-q', path.join(root, 'texts.git'), 'main']);
}

const shell = (command: string): ReplyCall => ({ name: 'execute_shell_command', arguments: { command } });
const inProject = (name: string, more: Record<string, unknown> = {}): ReplyCall => ({
  name,
  arguments: { path: 'texts', ...more },
});

/** Thirty calls, each with the result that the model must get. */
const steps = (url: string): [ReplyCall, RegExp][] => [
  [{ name: 'git_clone', arguments: { url } }, /texts/],
  [{ name: 'list_directory', arguments: { path: 'texts' } }, /README\.md/],
  [{ name: 'read_file', arguments: { path: 'texts/README.md' } }, /python3 -m unittest/],
  [inProject('git_log', { oneline: true }), /Add titles/],
  [inProject('git_status'), /working tree clean/],
  [shell('cd texts && pwd && ls'), /^\/workspace\/texts\n/],
  [shell('python3 -m unittest discover -s tests -t . 2>&1'), /Ran 2 tests[^]*FAILED \((failures|errors)=/],
  [shell('python3 -m unittest discover -s tests -t . 2>&1 | grep -E "^(FAIL|ERROR)"'), /test_every_word/],
  [shell('grep -rn "def title" --include="*.py" .'), /titles\.py:1:def title/],
  [{ name: 'grep', arguments: { pattern: 'words\\[', path: 'texts' } }, /titles\.py/],
  [{ name: 'read_file', arguments: { path: 'texts/texts/titles.py' } }, /words\[:-1\]/],
  [shell('git checkout -b mend-titles 2>&1'), /Switched to a new branch/],
  [
    {
      name: 'edit',
      arguments: { path: 'texts/texts/titles.py', old_string: titles, new_string: mended },
    },
    /titles\.py/,
  ],
  [inProject('git_diff'), /\+ {4}return ' '\.join\(word\.capitalize\(\) for word in text\.split\(\)\)/],
  [shell('python3 -m unittest discover -s tests -t . 2>&1'), /Ran 2 tests[^]*OK/],
  [
    {
      name: 'run_python',
      arguments: {
        code: "import sys\nsys.path.insert(0, 'texts')\nfrom texts.titles import title\nprint(title('one more try'))",
      },
    },
    /One More Try/,
  ],
  [shell('wc -l < texts/titles.py'), /2/],
  [
    shell('echo "def lower(text):" > texts/lower.py && echo "    return text.lower()" >> texts/lower.py'),
    /code 0/,
  ],
  [shell('cat texts/lower.py | head -n 1'), /def lower/],
  [shell('rm texts/lower.py && git status --short'), /^ M texts\/titles\.py/m],
  [shell(`sed -i 's/^# Texts$/# Texts and titles/' README.md && head -n 1 README.md`), /Texts and titles/],
  [inProject('git_status'), /README\.md/],
  [inProject('git_add'), /titles\.py/],
  [shell('git diff --cached --stat'), /2 files changed/],
  [inProject('git_commit', { message: 'Capitalise the last word, too' }), /Capitalise the last word/],
  [inProject('git_log', { oneline: true }), /Capitalise[^]*Add titles/],
  [shell('git log -1 --format="%an: %s"'), /Ada Example: Capitalise/],
  [shell('git checkout main 2>&1 && git merge mend-titles'), /Fast-forward/],
  [inProject('git_status'), /working tree clean/],
  [shell('cat texts/titles.py'), /text\.split/],
];

test('Coder clones, finds a bug, fixes it, runs the tests and commits; then everything is undone', async ({
  world: { page, host },
  gitServer,
  model,
}) => {
  await seed(gitServer);
  const all = steps(`http://${host}/texts.git`);
  expect(all).toHaveLength(30);
  for (const [call] of all) model.enqueue({ calls: [call] });
  model.enqueue({ text: 'The last word is a title now.' });
  await addServer(page, model.url);
  await page.evaluate(() => window.oneclaw.git.author({ name: 'Ada Example', email: 'ada@example.com' }));

  await openMenu(page);
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await page.getByRole('button', { name: /Coder/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: /Coder/ })).toBeVisible();
  await page.evaluate(() => (location.hash = '#/chat'));
  await page.getByRole('button', { name: /Everyday/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Coder', exact: true }).click();

  await runRelay(host, async (line) => {
    const relay = { url: new URL(line).origin, headers: { 'X-Relay-Key': 'canary-relay-key' } };
    await page.evaluate((relay) => window.oneclaw.network.relay(relay), relay);
    await send(page, 'The titles are wrong. Mend them.');
    // Coder asks for approval before it commits.
    const sheet = page.getByRole('alertdialog');
    await expect(sheet).toContainText('git_commit', { timeout: 90_000 });
    await sheet.getByRole('button', { name: 'Once' }).click();
    await expect(transcript(page)).toContainText('The last word is a title now.', { timeout: 60_000 });
    await runEnds(page);
  });

  const answers = model.requests.at(-1)?.body.messages?.filter(({ role }) => role === 'tool') ?? [];
  expect(answers).toHaveLength(30);
  for (const [at, [call, expected]] of all.entries()) {
    const answer = JSON.parse(String(answers[at]?.content)) as { status: string; result?: string };
    expect(answer, `step ${at + 1}, ${call.name}`).toMatchObject({
      status: 'success',
      result: expect.stringMatching(expected),
    });
  }
  await expect(callCard(page, 'git_commit')).toHaveAttribute('data-status', 'success');

  await transcript(page).getByRole('button', { name: 'Undo changes', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Redo' })).toBeVisible();
  expect(await page.evaluate(() => window.oneclaw.files.list('.'))).toEqual([]);
});
