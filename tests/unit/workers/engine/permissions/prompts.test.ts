import { describe, expect, it } from 'vitest';
import { asId, newId } from '#shared/ids.ts';
import type { Prompt, PromptAnswer, PromptSubject } from '#shared/tools/permission.ts';
import { createPrompts } from '#workers/engine/permissions/prompts.ts';

function setUp() {
  const shown: Prompt[] = [];
  const ended: PromptAnswer[] = [];
  const prompts = createPrompts((event) => {
    if (event.type === 'permission-request') shown.push(event.prompt);
    else ended.push(event.answer);
  });
  const ask = (subject: PromptSubject, signal = new AbortController().signal) =>
    prompts.ask({ subject, tool: 'tool', call: newId('call'), signal });
  return { prompts, ask, shown, ended };
}

const host = (name: string): PromptSubject => ({ type: 'host', host: name });
/** Waits until all pending promises have settled. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('prompts', () => {
  it('are asked one at a time, in order', async () => {
    const { prompts, ask, shown } = setUp();
    const [first, second] = [ask(host('a')), ask(host('b'))];
    await settle();
    expect(shown).toHaveLength(1);
    prompts.answer(shown[0]!.id, 'allowed');
    expect(await first).toBe('allowed');
    await settle();
    expect(shown).toHaveLength(2);
    prompts.answer(shown[1]!.id, 'denied');
    expect(await second).toBe('denied');
  });

  it('share one answer when they are equal, except approvals', async () => {
    const { prompts, ask, shown } = setUp();
    const same = [ask(host('a')), ask(host('a'))];
    await settle();
    prompts.answer(shown[0]!.id, 'allowed');
    expect(await Promise.all(same)).toEqual(['allowed', 'allowed']);
    const approvals = [ask({ type: 'approval', arguments: {} }), ask({ type: 'approval', arguments: {} })];
    await settle();
    prompts.answer(shown[1]!.id, 'denied');
    await settle();
    prompts.answer(shown[2]!.id, 'allowed');
    expect(await Promise.all(approvals)).toEqual(['denied', 'allowed']);
  });

  it('are asked again where an equal one was allowed only for the request that was shown', async () => {
    const { prompts, ask, shown } = setUp();
    const [first, second] = [ask(host('a')), ask(host('a'))];
    await settle();
    prompts.answer(shown[0]!.id, 'once');
    expect(await first).toBe('once');
    await settle();
    expect(shown).toHaveLength(2);
    prompts.answer(shown[1]!.id, 'denied');
    expect(await second).toBe('denied');
  });

  it('of two calls of the same id are two approvals: each is shown, and answered for itself', async () => {
    const { prompts, shown } = setUp();
    const ask = (session: string, path: string) =>
      prompts.ask({
        subject: { type: 'approval', arguments: { path } },
        tool: 'delete_file',
        call: asId<'call'>('call_0'),
        session: asId<'session'>(session),
        signal: new AbortController().signal,
      });
    const answers = [ask('one', 'harmless.txt'), ask('two', 'precious.txt')];
    await settle();
    prompts.answer(shown[0]!.id, 'allowed');
    expect(await answers[0]).toBe('allowed');
    await settle();
    expect(shown.map(({ session }) => session)).toEqual(['one', 'two']);
    expect(prompts.open()).toEqual([shown[1]]);
    prompts.answer(shown[1]!.id, 'denied');
    expect(await answers[1]).toBe('denied');
  });

  it('stay while one of two callers still waits, and go when the last is stopped', async () => {
    const { ask, shown, ended } = setUp();
    const [one, two] = [new AbortController(), new AbortController()];
    const answers = [ask(host('a'), one.signal), ask(host('a'), two.signal)];
    await settle();
    one.abort();
    expect(await answers[0]).toBe('cancelled');
    expect(ended).toEqual([]);
    two.abort();
    expect(await answers[1]).toBe('cancelled');
    await settle();
    expect(ended).toEqual(['cancelled']);
    expect(shown).toHaveLength(1);
  });

  it('that are withdrawn while they wait are never shown', async () => {
    const { prompts, ask, shown } = setUp();
    const stop = new AbortController();
    const first = ask(host('a'));
    const second = ask(host('b'), stop.signal);
    const third = ask(host('c'));
    await settle();
    stop.abort();
    expect(await second).toBe('cancelled');
    prompts.answer(shown[0]!.id, 'denied');
    await first;
    await settle();
    expect(shown.map(({ subject }) => subject)).toEqual([host('a'), host('c')]);
    prompts.answer(shown[1]!.id, 'denied');
    await third;
  });

  it('of a server in a chat wait for nobody, and keep nobody waiting', async () => {
    const { prompts, shown } = setUp();
    const signal = new AbortController().signal;
    const form: PromptSubject = {
      type: 'elicitation',
      mode: 'url',
      server: 'S',
      message: 'm',
      url: 'https://a.example/',
    };
    const own = { tool: 'tool', call: newId('call'), signal };
    void prompts.ask({ ...own, subject: form, session: newId('session') });
    void prompts.ask({ ...own, subject: { type: 'approval', arguments: {} } });
    // Outside of a chat, a prompt is shown in the sheet, which shows one at a time.
    void prompts.ask({ ...own, subject: form });
    await settle();
    expect(shown.map(({ subject }) => subject.type)).toEqual(['elicitation', 'approval']);
  });

  it('of another tab are not answered here', () => {
    expect(setUp().prompts.answer(newId('prompt'), 'allowed')).toBe(false);
  });
});
