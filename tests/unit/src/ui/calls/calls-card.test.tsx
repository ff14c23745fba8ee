/** Which calls of a card offer Stop. */
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { beforeAll, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { CallPart } from '#shared/conversation/message.ts';
import type { AppState } from '#src/state/app-state.ts';
import { loadTexts } from '#src/state/text/text.ts';
import { AppContext } from '#src/ui/app-context.ts';
import { CallsCard } from '#src/ui/calls/calls-card.tsx';

beforeAll(() => loadTexts('calls'));

const session = asId<'session'>('s');
const call = (change: Partial<CallPart>): CallPart => ({
  ...{ type: 'call', id: asId<'call'>('c'), name: 'write_file', arguments: {}, status: 'pending' },
  ...change,
});

/** `waiting`: calls for which the run waits for a decision; the chat is not busy then. */
function hasStop(part: CallPart, { isBusy = true, isInChat = true, waiting = [] as string[] } = {}): boolean {
  const app: unknown = {
    chat: { busy: { value: isBusy }, waiting: { value: waiting.length > 0 ? waiting : undefined } },
    prompts: { open: { value: [] } },
    tools: { titles: { value: new Map() }, load: () => undefined },
  };
  const view = h(CallsCard, {
    calls: [{ call: part, result: undefined }],
    ...(isInChat ? { session } : {}),
  });
  const html = renderToString(h(AppContext.Provider, { value: app as AppState }, view));
  return html.includes(`aria-label="Stop ${part.name}"`);
}

it('a call that waits can be stopped while the run goes on', () => {
  expect(hasStop(call({}))).toBe(true);
  expect(hasStop(call({ isQueued: true }))).toBe(true);
  expect(hasStop(call({ status: 'running' }))).toBe(true);
});

it('a call outside a chat can be stopped while it runs', () => {
  expect(hasStop(call({ status: 'running' }), { isBusy: false, isInChat: false })).toBe(true);
});

it('one that is over, or that waits for the decision of the user, cannot', () => {
  expect(hasStop(call({ status: 'success' }))).toBe(false);
  expect(hasStop(call({}), { isBusy: false, waiting: ['other'] })).toBe(false);
  expect(hasStop(call({ status: 'running', startedAt: 1 }), { isBusy: false, waiting: ['c'] })).toBe(false);
});

it('a question is answered or dismissed once it is asked, and can be stopped before', () => {
  expect(hasStop(call({ name: 'question', status: 'running' }))).toBe(false);
  expect(hasStop(call({ name: 'question' }))).toBe(true);
});
