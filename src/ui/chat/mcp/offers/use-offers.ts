/** Hooks that query tool servers (MCP): offers of several servers in parallel, and completions of a value. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpCompletionTarget, McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import { hostOf, serverSentence } from '#src/state/text/server-sentences.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { Complete } from './argument-form.tsx';

type Offers<T> = {
  /** In the order of the servers. */
  found: readonly { server: McpServerInfo; value: T }[];
  problems: readonly string[];
  isWaiting: boolean;
};

/** Results and problems as they arrive. */
export function useOffers<T>(
  servers: readonly McpServerInfo[],
  ask: (server: McpServerInfo) => Promise<McpAnswer<T>>,
): Offers<T> {
  const { toasts } = useApp();
  const state: Signal<Offers<T>> = useSignal<Offers<T>>({
    ...{ found: [], problems: [] },
    isWaiting: servers.length > 0,
  });
  useEffect(() => {
    let isWanted = true;
    const answers = new Map<McpServerInfo, McpAnswer<T> | undefined>();
    for (const server of servers)
      void toasts.attempt(ask(server)).then((answer) => {
        answers.set(server, answer);
        if (isWanted) state.value = sort(servers, answers);
      });
    return () => (isWanted = false);
  }, []);
  return state.value;
}

function sort<T>(
  servers: readonly McpServerInfo[],
  answers: ReadonlyMap<McpServerInfo, McpAnswer<T> | undefined>,
): Offers<T> {
  const told = servers.map((server) => ({ server, answer: answers.get(server) }));
  return {
    found: told.flatMap(({ server, answer }) => (answer?.ok ? [{ server, value: answer.value }] : [])),
    problems: told.flatMap(({ server, answer }) =>
      answer?.ok === false ? [serverSentence({ host: hostOf(server.url), ...answer.error })] : [],
    ),
    isWaiting: answers.size < servers.length,
  };
}

/** Undefined where the server offers no completions. */
export function useComplete(server: McpServerInfo, target: McpCompletionTarget): Complete | undefined {
  const { mcp } = useApp().connection.api;
  if (!server.offers.completions) return undefined;
  return async (argument, others) => {
    const answer = await mcp.complete(server.id, target, argument, others);
    // A server may complete some arguments and refuse others.
    return answer.ok ? answer.value.values : [];
  };
}
