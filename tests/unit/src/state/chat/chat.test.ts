/** The open chat: events that arrive while it loads, messages during a run, and messages that cannot be sent. */
import { describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { Outcome, RunEvent, SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { createChat } from '#src/state/chat/chat.ts';
import { createDrafts } from '#src/state/chat/drafts.ts';
import { memoryDraftFiles } from '#tests/fixtures/memory/draft-files.ts';

const session = asId<'session'>('session_1');
const run = asId<'run'>('run_1');
const answer = asId<'message'>('message_2');

const question: Message = {
  id: asId<'message'>('message_1'),
  session,
  parent: null,
  order: 1,
  run,
  role: 'user',
  parts: [{ type: 'text', text: 'Hello' }],
  at: 0,
};

const event = (seq: number, fields: RunEvent): SessionEvent => ({ seq, session, run, ...fields });
const start = event(1, { type: 'run-start', message: question, base: null, at: 0 });
const author = { provider: 'p', model: 'm' };
const step = event(2, { type: 'step-start', message: answer, parent: question.id, order: 2, at: 0, author });
const text = (seq: number, words: string) => event(seq, { type: 'text-delta', text: words });
const end = (seq: number, outcome: Outcome) => event(seq, { type: 'run-end', outcome, at: 1 });

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const words = (view: SessionView | null) =>
  view?.messages.map(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(''),
  );

function setUp({ drained = () => Promise.resolve() } = {}) {
  const gates = { open: (_: SessionView | null) => {}, finish: (_: RunReport) => {}, fail: (_: Error) => {} };
  const api = {
    chat: {
      send: vi.fn<EngineApi['chat']['send']>(
        () => new Promise((resolve, reject) => Object.assign(gates, { finish: resolve, fail: reject })),
      ),
      stop: vi.fn<EngineApi['chat']['stop']>(() => Promise.resolve()),
      enqueue: vi.fn<EngineApi['chat']['enqueue']>(() => Promise.resolve(null)),
      queued: vi.fn<EngineApi['chat']['queued']>(() => Promise.resolve([])),
      changeQueued: vi.fn<EngineApi['chat']['changeQueued']>(() => Promise.resolve()),
    },
    sessions: {
      open: vi.fn<EngineApi['sessions']['open']>(() => new Promise((resolve) => (gates.open = resolve))),
      earlier: vi.fn<EngineApi['sessions']['earlier']>(),
    },
  };
  const show = vi.fn(() => 0);
  const toasts = {
    show,
    attempt: <T>(work: Promise<T>) => work.catch(() => void show()),
  };
  const drafts = createDrafts(memoryDraftFiles());
  const chat = createChat({
    api,
    toasts,
    drafts,
    drained,
    onCreate: () => {},
  });
  return { api, chat, drafts, gates, show };
}

async function openRunning() {
  const all = setUp();
  all.chat.open(session);
  all.gates.open({ id: session, messages: [] });
  await settle();
  all.chat.fold([start, step]);
  return all;
}

describe('opening a chat', () => {
  it('distinguishes a chat that could not be read from a deleted one, and reads it again on request', async () => {
    const { chat, api, gates } = setUp();
    api.sessions.open.mockRejectedValueOnce(new Error('The engine stopped.'));
    chat.open(session);
    await settle();
    expect(chat.phase.value).toBe('unreadable');
    void chat.reload();
    gates.open({ id: session, messages: [question] });
    await settle();
    expect(chat.phase.value).toBe('ready');
    expect(words(chat.view.value)).toEqual(['Hello']);
    void chat.reload();
    gates.open(null);
    await settle();
    expect(chat.phase.value).toBe('missing');
  });

  it('folds events that arrived meanwhile after the stored ones, each once', async () => {
    const { chat, gates } = setUp();
    chat.open(session);
    chat.fold([start, step, text(3, 'One '), text(4, 'two ')]);
    const stored: Message = {
      ...question,
      id: answer,
      role: 'assistant',
      parts: [{ type: 'text', text: 'One ' }],
    };
    gates.open({
      id: session,
      messages: [question, stored],
      run: { id: run, seq: 3, startedAt: 0 },
    });
    await settle();
    chat.fold([text(5, 'three')]);
    expect(words(chat.view.value)).toEqual(['Hello', 'One two three']);
  });

  it('says so when there is no such chat', async () => {
    const { chat, gates } = setUp();
    chat.open(session);
    gates.open(null);
    await settle();
    expect(chat.phase.value).toBe('missing');
  });

  it('ignores an answer for a chat that was left meanwhile', async () => {
    const { chat, gates } = setUp();
    chat.open(session);
    chat.open(null);
    gates.open({ id: session, messages: [question] });
    await settle();
    expect(chat.view.value).toBeNull();
  });

  it('ignores events of other chats', async () => {
    const { chat } = await openRunning();
    const before = chat.view.value;
    chat.fold([{ ...text(3, 'Not here'), session: asId<'session'>('session_2') }]);
    expect(chat.view.value).toBe(before);
  });
});

describe('sending', () => {
  it('gives a new chat its id and shows the words at once', () => {
    const { chat } = setUp();
    chat.send('Hello');
    expect(chat.session.value).toMatch(/^session_/);
    expect(chat.sending.value?.text).toBe('Hello');
    expect(chat.busy.value).toBe(true);
  });

  it('restores the text if the engine could not accept it', async () => {
    const { chat, drafts, gates, api } = setUp();
    chat.send('Hello');
    await vi.waitFor(() => expect(api.chat.send).toHaveBeenCalled());
    gates.fail(new Error('gone'));
    await vi.waitFor(() => expect(drafts.text.value).toBe('Hello'));
    expect(chat.busy.value).toBe(false);
  });

  it('shows the reason for a rejected text beside it, until another one is sent', async () => {
    const { chat, drafts, gates } = setUp();
    chat.send('Hello');
    const { session: sent } = chat.sending.value!;
    gates.finish({
      session: sent,
      run: asId<'run'>('run_9'),
      outcome: { type: 'failed', error: { type: 'no_provider' } },
      text: '',
      calls: [],
    });
    await expect.poll(() => chat.refusal.value).toEqual({ session: sent, error: { type: 'no_provider' } });
    expect(drafts.text.value).toBe('Hello');
    expect(chat.busy.value).toBe(false);
    chat.send('Hello again');
    expect(chat.refusal.value).toBeNull();
  });

  it('is busy without a gap while the chat still loads', async () => {
    const { chat, gates } = setUp();
    chat.open(session);
    chat.send('Hello');
    chat.fold([start, step]);
    expect(chat.busy.value).toBe(true);
    gates.open({ id: session, messages: [] });
    await settle();
    expect(chat.sending.value).toBeNull();
    expect(chat.busy.value).toBe(true);
  });

  it('keeps an accepted text if the answer arrives before the frame that delivers its events', async () => {
    let draw = () => {};
    const drained = vi.fn(() => new Promise<void>((resolve) => (draw = resolve)));
    const { chat, drafts, gates, api } = setUp({ drained });
    chat.send('Hello');
    await vi.waitFor(() => expect(api.chat.send).toHaveBeenCalled());
    const { session: sent } = chat.sending.value!;
    gates.finish({ session: sent, run, outcome: { type: 'completed' }, text: '', calls: [] });
    await vi.waitFor(() => expect(drained).toHaveBeenCalled());
    chat.fold([
      { ...start, session: sent },
      { ...end(2, { type: 'completed' }), session: sent },
    ]);
    draw();
    await settle();
    expect(drafts.text.value).toBe('');
    expect(words(chat.view.value)).toEqual(['Hello']);
  });

  it('stores what is sent during a run in the queue of the engine, with its files, in order', async () => {
    const { chat, drafts, api } = await openRunning();
    const attachments = [{ blob: new Blob(['one']), name: 'one.txt' }];
    chat.send('And then?', attachments);
    chat.send('In metres.', [], 'now');
    // Until then it is in the draft, which survives the page.
    expect(drafts.queue.value.map(({ text, when }) => [text, when])).toEqual([
      ['And then?', 'next'],
      ['In metres.', 'now'],
    ]);
    await vi.waitFor(() => expect(drafts.queue.value).toEqual([]));
    expect(api.chat.enqueue.mock.calls).toEqual([
      [{ session, text: 'And then?', attachments }, 'next'],
      [{ session, text: 'In metres.' }, 'now'],
    ]);
    expect(api.chat.send).not.toHaveBeenCalled();
  });

  it('waits until the first message of the chat has begun its run', async () => {
    const { chat, api } = setUp();
    chat.send('Hello');
    const { session: sent } = chat.sending.value!;
    chat.send('And then?');
    await settle();
    expect(api.chat.enqueue).not.toHaveBeenCalled();
    chat.fold([{ ...start, session: sent }]);
    await vi.waitFor(() =>
      expect(api.chat.enqueue).toHaveBeenCalledWith({ session: sent, text: 'And then?' }, 'next'),
    );
  });

  it('puts text back into the field if it could not be stored in the queue', async () => {
    const { chat, drafts, api } = await openRunning();
    api.chat.enqueue.mockRejectedValueOnce(new Error('gone'));
    chat.send('And then?');
    await vi.waitFor(() => expect(drafts.text.value).toBe('And then?'));
    expect(drafts.queue.value).toEqual([]);
  });

  it('shows the queue of the engine, which any tab may have changed', async () => {
    const { chat, api } = await openRunning();
    const queued = { id: asId<'run'>('q'), when: 'next' as const, text: 'And then?', files: [] };
    api.chat.queued.mockResolvedValueOnce([queued]);
    chat.fold([{ type: 'changed', kind: 'chat', ids: ['session_2'] }]);
    await settle();
    expect(chat.queue.value).toEqual([]);
    chat.fold([{ type: 'changed', kind: 'chat', ids: [session] }]);
    await vi.waitFor(() => expect(chat.queue.value).toEqual([queued]));
    chat.changeQueued(queued.id, { type: 'drop' });
    await vi.waitFor(() =>
      expect(api.chat.changeQueued).toHaveBeenCalledWith(session, queued.id, { type: 'drop' }),
    );
    chat.open(null);
    expect(chat.queue.value).toEqual([]);
  });

  it('restores files and text if the engine could not accept them', async () => {
    const { chat, drafts, gates, api } = setUp();
    const attachments = [{ blob: new Blob(['one']), name: 'one.txt' }];
    chat.send('Read this', attachments);
    await vi.waitFor(() => expect(api.chat.send).toHaveBeenCalled());
    gates.fail(new Error('gone'));
    await vi.waitFor(() => expect(drafts.attachments.value).toEqual(attachments));
    expect(drafts.text.value).toBe('Read this');
  });
});

describe('sending while another chat runs', () => {
  it('does not wait for the other chat, and asks the provider chosen when it was sent', async () => {
    const { chat, api } = setUp();
    chat.send('A long task');
    chat.open(null);
    const chosen = asId<'provider'>('provider_2');
    chat.chosenProvider.value = chosen;
    chat.send('Something else');
    const { session: other } = chat.sending.value ?? {};
    chat.open(session);
    await settle();
    expect(api.chat.send).toHaveBeenLastCalledWith({
      session: other,
      text: 'Something else',
      provider: chosen,
    });
  });

  it('waits for the answer to the last send of the same chat', async () => {
    const { chat, api, gates } = await openRunning();
    chat.fold([end(3, { type: 'completed' })]);
    chat.send('First');
    chat.fold([{ ...start, run: asId<'run'>('run_2') }]);
    chat.fold([{ ...end(2, { type: 'completed' }), run: asId<'run'>('run_2') }]);
    chat.send('Second');
    await settle();
    expect(api.chat.send).toHaveBeenCalledTimes(1);
    gates.finish({ session, run: asId<'run'>('run_2'), outcome: { type: 'completed' }, text: '', calls: [] });
    await settle();
    expect(api.chat.send).toHaveBeenLastCalledWith({ session, text: 'Second' });
  });
});

describe('stopping', () => {
  it('puts text that the engine does not have yet back into the field', async () => {
    const { chat, drafts, api } = setUp();
    chat.send('Hello');
    chat.send('And then?');
    chat.send('And after that?');
    chat.stop();
    expect(drafts.text.value).toBe('And then?\n\nAnd after that?');
    expect(drafts.queue.value).toEqual([]);
    expect(api.chat.enqueue).not.toHaveBeenCalled();
  });

  it('sends what is written after Stop as soon as the run has stopped', async () => {
    const { chat, drafts, api } = await openRunning();
    chat.stop();
    chat.send('Once more');
    await settle();
    expect(api.chat.enqueue).not.toHaveBeenCalled();
    expect(api.chat.send).not.toHaveBeenCalled();
    chat.fold([end(3, { type: 'stopped' })]);
    await vi.waitFor(() => expect(api.chat.send).toHaveBeenCalledWith({ session, text: 'Once more' }));
    expect(drafts.queue.value).toEqual([]);
  });

  it('takes back text that waits for the answer to the last send, and does not send it', async () => {
    const { chat, drafts, api, gates } = await openRunning();
    chat.fold([end(3, { type: 'completed' })]);
    chat.send('First');
    chat.fold([{ ...start, run: asId<'run'>('run_2') }]);
    chat.fold([{ ...end(2, { type: 'completed' }), run: asId<'run'>('run_2') }]);
    chat.send('Second');
    chat.stop();
    gates.finish({ session, run: asId<'run'>('run_2'), outcome: { type: 'completed' }, text: '', calls: [] });
    await settle();
    expect(api.chat.send).toHaveBeenCalledTimes(1);
    expect(drafts.text.value).toBe('Second');
    expect(chat.stopping.value).toBeNull();
  });

  it('enables the button at once and asks the engine once', async () => {
    const { chat, api } = await openRunning();
    expect(chat.canStop.value).toBe(true);
    chat.stop();
    chat.stop();
    expect(chat.canStop.value).toBe(false);
    expect(api.chat.stop).toHaveBeenCalledTimes(1);
    chat.fold([end(3, { type: 'stopped' })]);
    expect(chat.stopping.value).toBeNull();
    expect(chat.busy.value).toBe(false);
  });
});
