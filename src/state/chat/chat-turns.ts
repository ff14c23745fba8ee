/** Actions on a conversation: regenerate, edit, switch branches, resume an interrupted run. */
import type { MessageId, SessionId } from '#shared/ids.ts';
import { findSuspects, nothingLeftOut, type LeftOut } from '#shared/conversation/left-out.ts';
import { mediaOf, type Message } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { ResumeChoice, RunReport } from '#shared/rpc/protocol.ts';
import { explain } from '../text/explain.ts';
import type { Toasts } from '../base/toasts.ts';

export type ChatTurns = {
  regenerate(): void;
  /** Sends another text in place of this message; the old one stays as another branch. */
  edit(message: Message, text: string): void;
  showBranch(message: MessageId): void;
  resume(calls: ResumeChoice): void;
  /** Leaves what the server refused out of requests, and asks again where something is left to be answered. `goOn`: the message with which a run that had begun goes on. */
  leaveOut(error: ModelError, goOn: string): void;
};

type ChatTurnsDeps = {
  api: {
    chat: Pick<EngineApi['chat'], 'send' | 'regenerate' | 'resume' | 'showBranch'>;
    sessions: Pick<EngineApi['sessions'], 'get' | 'update'>;
  };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  session(): SessionId | null;
  leftOut(): LeftOut | undefined;
  reload(from: MessageId): Promise<void>;
};

export function createChatTurns({ api, toasts, session, leftOut, reload }: ChatTurnsDeps): ChatTurns {
  async function run(begin: (session: SessionId) => Promise<RunReport>): Promise<void> {
    const shown = session();
    if (!shown) return;
    const report = await toasts.attempt(begin(shown));
    // A run that never started sends no events, so only this shows its error.
    if (report?.outcome.type === 'failed' && report.calls.length === 0 && report.text === '')
      toasts.show(await explain(report.outcome.error));
  }

  async function leaveOut(id: SessionId, error: ModelError, goOn: string): Promise<void> {
    // The whole branch: the chat on the screen may have been loaded in part only.
    const { messages } = (await api.sessions.get(id)) ?? { messages: [] };
    const before = leftOut() ?? nothingLeftOut;
    const found = findSuspects(messages, error, before);
    if (!found) return;
    const saved = await api.sessions.update(id, {
      leftOut: {
        media: [...before.media, ...found.media],
        messages: [...before.messages, ...found.messages],
      },
    });
    if (!saved.ok) throw new Error(saved.error.message);
    if (found.kind === 'message' || session() !== id) return;
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    const isBegun = messages.slice(asked + 1).some(({ parts }) => parts.some(({ type }) => type === 'call'));
    // A run with results goes on with them. A step that failed before its first word is an empty message.
    void run((chat) => (isBegun ? api.chat.send({ session: chat, text: goOn }) : api.chat.regenerate(chat)));
  }

  return {
    leaveOut(error, goOn) {
      const id = session();
      if (id) void toasts.attempt(leaveOut(id, error, goOn));
    },
    regenerate: () => void run((id) => api.chat.regenerate(id)),
    edit: (message, text) =>
      void run((id) => api.chat.send({ session: id, text, base: message.parent, media: mediaOf(message) })),
    resume: (calls) => void run((id) => api.chat.resume(id, calls)),
    showBranch(message) {
      const shown = session();
      if (!shown) return;
      void toasts.attempt(api.chat.showBranch(shown, message)).then(async () => {
        if (session() === shown) await reload(message);
      });
    },
  };
}
