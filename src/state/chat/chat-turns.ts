/** Actions on a conversation: regenerate, edit, switch branches, resume an interrupted run. */
import type { MessageId, SessionId } from '#shared/ids.ts';
import { mediaOf, type Message } from '#shared/conversation/message.ts';
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
};

type ChatTurnsDeps = {
  api: { chat: Pick<EngineApi['chat'], 'send' | 'regenerate' | 'resume' | 'showBranch'> };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  session(): SessionId | null;
  reload(from: MessageId): Promise<void>;
};

export function createChatTurns({ api, toasts, session, reload }: ChatTurnsDeps): ChatTurns {
  async function run(begin: (session: SessionId) => Promise<RunReport>): Promise<void> {
    const shown = session();
    if (!shown) return;
    const report = await toasts.attempt(begin(shown));
    // A run that never started sends no events, so only this shows its error.
    if (report?.outcome.type === 'failed' && report.calls.length === 0 && report.text === '')
      toasts.show(await explain(report.outcome.error));
  }

  return {
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
