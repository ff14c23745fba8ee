/** Asks the user for the token of a git server when the server wants one: once in a call, whose deadline waits meanwhile. */
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
  let isAsked = false;
  return async (url) => {
    // A command of a shell has a time limit inside its host, which would end the question before it is answered.
    if (isAsked || category !== 'git') return false;
    // Tokens are sent to public hosts over https only.
    if (url.protocol !== 'https:' && (await classifyHost(url.hostname)) === 'public') return false;
    isAsked = true;
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
  };
}
