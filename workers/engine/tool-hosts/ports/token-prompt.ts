/** Prompts the user for a git server's token: once per call and server. The deadline is paused meanwhile. */
import type { CallId, SessionId } from '#shared/ids.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { UserPrompter } from '#workers/contracts/user-prompter.ts';
import { classifyHost } from '#workers/network/host-class.ts';

type CallFacts = { call: CallId; session?: SessionId; pause(): () => void };

/** Resolves with true once the page has saved a token. */
export function createTokenPrompt(
  { name, category }: Pick<ToolDefinition, 'name' | 'category'>,
  { call, session, pause }: CallFacts,
  prompts: UserPrompter,
  over: AbortSignal,
): (url: URL) => Promise<boolean> {
  const asked = new Map<string, Promise<boolean>>();
  async function ask(url: URL): Promise<boolean> {
    // Tokens are sent to public hosts over https only.
    if (url.protocol !== 'https:' && (await classifyHost(url.hostname)) === 'public') return false;
    const goOn = pause();
    try {
      const answer = await prompts.ask({
        ...{ subject: { type: 'git-token', host: url.host }, tool: name, call, signal: over },
        ...(session ? { session } : {}),
      });
      return answer === 'allowed';
    } finally {
      goOn();
    }
  }
  return (url) => {
    // Not for a shell command: its own time limit inside the host would end the prompt before it is answered.
    if (category !== 'git') return Promise.resolve(false);
    // Concurrent requests of one call share an answer.
    const answer = asked.get(url.host) ?? ask(url);
    asked.set(url.host, answer);
    return answer;
  };
}
