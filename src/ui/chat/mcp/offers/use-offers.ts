/** Asks several servers side by side for what they offer, and tells what came and what went wrong, as it comes. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import { hostOf, serverSentence } from '#src/state/text/server-sentences.ts';
import { useApp } from '#src/ui/app-context.ts';

type Offers<T> = {
  /** In the order of the servers, whoever answers first. */
  found: readonly { server: McpServerInfo; value: T }[];
  problems: readonly string[];
  isWaiting: boolean;
};

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
