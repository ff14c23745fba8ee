/** Carries events to this tab's page and to the engines of other tabs, and their answers back. */
import { assertNever } from '#shared/assert-never.ts';
import type { CallId, PromptId, SessionId } from '#shared/ids.ts';
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import type { ChangedEvent, EngineEvent } from '#shared/api/engine-event.ts';
import { hearChannel } from '#shared/rpc/hear-channel.ts';
import { eventVersion, isTabMessage, type TabMessage } from './tab-message.ts';

export type EventBus = {
  /** Who answers for this tab. Called once, when the parts of the engine are there. */
  listen(listeners: BusListeners): void;
  /** Asks the other tabs for their open questions, too. */
  connect(page: MessagePort): void;
  /** The open questions of other tabs, as far as they were heard. */
  askedElsewhere(): Prompt[];
  /** Another tab has begun a run, or has a message that waits for one. */
  onOtherTab(listener: () => void): void;
  post(event: EngineEvent): void;
  /** In one message to the page. */
  postAll(events: readonly EngineEvent[]): void;
  /** Tells other tabs to watch this one: it has work that they must take over if it dies. */
  announce(): void;
  /** For the tab that owns the run, whichever it is. */
  stopElsewhere(session: SessionId): void;
  cancelElsewhere(call: CallId, session: SessionId | undefined): void;
  answerElsewhere(prompt: PromptId, answer: PromptAnswer): void;
};

type BusListeners = {
  onStop(session: SessionId): void;
  /** The questions of this tab that are open. */
  openPrompts(): readonly Prompt[];
  onCancel(call: CallId, session: SessionId | undefined): void;
  onAnswer(prompt: PromptId, answer: PromptAnswer): void;
  /** Another tab changed stored data. */
  onChanged(event: ChangedEvent): void;
};

export function createEventBus(channel: BroadcastChannel): EventBus {
  let listeners: BusListeners | undefined;
  let page: MessagePort | undefined;
  let onOtherTab: () => void = () => undefined;
  const elsewhere = new Map<PromptId, Prompt>();
  const tell = (message: TabMessage) => channel.postMessage(message);
  const tellEvent = (event: EngineEvent) => tell({ type: 'event', version: eventVersion, event });
  const postAll = (events: readonly EngineEvent[]) => {
    page?.postMessage(events);
    events.forEach(tellEvent);
  };

  function hear(event: EngineEvent): void {
    if (event.type === 'run-start') onOtherTab();
    if (event.type === 'changed') listeners?.onChanged(event);
    if (event.type === 'permission-request') elsewhere.set(event.prompt.id, event.prompt);
    if (event.type === 'permission-end') elsewhere.delete(event.prompt);
    page?.postMessage([event]);
  }

  /** Sent to every tab; those that know the prompts already ignore it. */
  function tellPrompts(): void {
    for (const prompt of listeners?.openPrompts() ?? []) tellEvent({ type: 'permission-request', prompt });
  }

  hearChannel(channel, isTabMessage, (message) => {
    switch (message.type) {
      case 'here':
        return onOtherTab();
      case 'stop':
        return listeners?.onStop(message.session);
      case 'cancel':
        return listeners?.onCancel(message.call, message.session);
      case 'answer':
        return listeners?.onAnswer(message.prompt, message.answer);
      case 'list-prompts':
        return tellPrompts();
      case 'event':
        return hear(message.event);
      default:
        return assertNever(message);
    }
  });

  return {
    listen: (given) => void (listeners = given),
    connect(port) {
      page = port;
      tell({ type: 'list-prompts' });
    },
    askedElsewhere: () => [...elsewhere.values()],
    onOtherTab: (listener) => void (onOtherTab = listener),
    post: (event) => postAll([event]),
    postAll,
    announce: () => tell({ type: 'here' }),
    stopElsewhere: (session) => tell({ type: 'stop', session }),
    cancelElsewhere: (call, session) => tell({ type: 'cancel', call, session }),
    answerElsewhere: (prompt, answer) => tell({ type: 'answer', prompt, answer }),
  };
}
