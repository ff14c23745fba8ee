/** Asks the user for the token that a git server wants: once per call and server, while the deadline of the call waits. */
import type { CallId, SessionId } from '#shared/ids.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { Asker } from '#workers/contracts/asker.ts';
import { classifyHost } from '#workers/network/host-class.ts';

type CallFacts = { call: CallId; session?: SessionId; pause(): () => void };

/** Resolves with true once the page has saved a token. */
export function createTokenPrompt(
  { name, category }: Pick<ToolDefinition, 'name' | 'category'>,
  { call, session, pause }: CallFacts,
  prompts: Asker,
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
    // A command of a shell has a time limit inside its host, which would end the question before it is answered.
    if (category !== 'git') return Promise.resolve(false);
    // Requests of one call that are refused side by side wait for the same answer.
    const answer = asked.get(url.host) ?? ask(url);
    asked.set(url.host, answer);
    return answer;
  };
}
