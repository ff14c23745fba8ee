/** Asks several servers side by side for what they offer, and tells what came and what went wrong. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpServerInfo } from '../../../shared/mcp.ts';
import type { McpAnswer } from '../../../shared/mcp-error.ts';
import { hostOf, serverSentence } from '../../../state/server-sentences.ts';
import { useApp } from '../../app-context.ts';

type Offers<T> = {
  found: readonly { server: McpServerInfo; value: T }[] | null;
  problems: readonly string[];
};

export function useOffers<T>(
  servers: readonly McpServerInfo[],
  ask: (server: McpServerInfo) => Promise<McpAnswer<T>>,
): Offers<T> {
  const { toasts } = useApp();
  const state: Signal<Offers<T>> = useSignal<Offers<T>>({ found: null, problems: [] });
  useEffect(() => {
    let isWanted = true;
    const work = Promise.all(servers.map(async (server) => ({ server, answer: await ask(server) })));
    void toasts.attempt(work).then((answers = []) => {
      if (!isWanted) return;
      state.value = {
        found: answers.flatMap(({ server, answer }) => (answer.ok ? [{ server, value: answer.value }] : [])),
        problems: answers.flatMap(({ server, answer }) =>
          answer.ok ? [] : [serverSentence({ host: hostOf(server.url), ...answer.error })],
        ),
      };
    });
    return () => (isWanted = false);
  }, []);
  return state.value;
}
