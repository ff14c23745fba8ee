import { expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { ToolCategory } from '#shared/tools/tool.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import { createTokenPrompt } from '#workers/engine/tool-hosts/ports/token-prompt.ts';

function open(category: ToolCategory = 'git') {
  const asked: { host: string; answer(answer: PromptAnswer): void }[] = [];
  const goOn = vi.fn();
  const pause = vi.fn(() => goOn);
  const prompts = {
    ask: ({ subject }: { subject: { type: string; host?: string } }) =>
      new Promise<PromptAnswer>((answer) => asked.push({ host: subject.host ?? '', answer })),
  };
  const askForToken = createTokenPrompt(
    { name: 'git_fetch', category },
    { call: asId<'call'>('call_1'), pause },
    prompts,
    new AbortController().signal,
  );
  return { asked, askForToken, pause, goOn };
}

const server = new URL('https://git.example.com/a.git/info/refs');

it('asks once for a server, and gives its answer to every request of the call', async () => {
  const { asked, askForToken, pause, goOn } = open();
  const [first, second] = [askForToken(server), askForToken(new URL('https://git.example.com/b.git'))];
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect([pause, goOn].map((each) => each.mock.calls.length)).toEqual([1, 0]);
  asked[0]?.answer('allowed');
  expect(await Promise.all([first, second, askForToken(server)])).toEqual([true, true, true]);
  expect(asked.map(({ host }) => host)).toEqual(['git.example.com']);
  expect(goOn).toHaveBeenCalledTimes(1);
});

it('does not ask again after a denial', async () => {
  const { asked, askForToken } = open();
  const first = askForToken(server);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer('denied');
  expect([await first, await askForToken(server)]).toEqual([false, false]);
  expect(asked).toHaveLength(1);
});

it('does not ask for a public server without encryption, nor from a shell', async () => {
  const git = open();
  expect(await git.askForToken(new URL('http://8.8.8.8/a.git'))).toBe(false);
  const shell = open('code');
  expect(await shell.askForToken(server)).toBe(false);
  expect([...git.asked, ...shell.asked]).toEqual([]);
});
