/**
 * Sends events to this tab's page and to the engines of other tabs, and returns answers from other tabs to
 * the engine that asked.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { CallId, PromptId, SessionId } from '#shared/ids.ts';
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import type { ChangedEvent, EngineEvent } from '#shared/api/engine-event.ts';
import { receiveValidated } from '#shared/rpc/validated-channel.ts';
import { eventVersion, isTabMessage, type TabMessage } from './tab-message.ts';

export type EventBus = {
  /** Sets the handlers of this tab. Called once, when the parts of the engine are created. */
  listen(listeners: BusListeners): void;
  /** Connects the page, and requests the open prompts of the other tabs. */
  connect(page: MessagePort): void;
  /** The open prompts of other tabs that have been received so far. */
  askedElsewhere(): Prompt[];
  /** Sets the listener that is called when another tab starts a run or queues a message for one. */
  onOtherTab(listener: () => void): void;
  post(event: EngineEvent): void;
  /** Posts all events to the page in one message. */
  postAll(events: readonly EngineEvent[]): void;
  /** Tells other tabs to watch this tab, because it has work that they must take over if it dies. */
  announce(): void;
  /** Broadcasts the stop; the tab that owns the run acts on it. */
  stopElsewhere(session: SessionId): void;
  cancelElsewhere(call: CallId, session: SessionId | undefined): void;
  answerElsewhere(prompt: PromptId, answer: PromptAnswer): void;
};

type BusListeners = {
  onStop(session: SessionId): void;
  /** The open prompts of this tab. */
  openPrompts(): readonly Prompt[];
  onCancel(call: CallId, session: SessionId | undefined): void;
  onAnswer(prompt: PromptId, answer: PromptAnswer): void;
  /** Called when another tab has changed stored data. */
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

  /** Broadcasts the open prompts to all tabs; tabs that already know them ignore them. */
  function tellPrompts(): void {
    for (const prompt of listeners?.openPrompts() ?? []) tellEvent({ type: 'permission-request', prompt });
  }

  receiveValidated(channel, isTabMessage, (message) => {
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
