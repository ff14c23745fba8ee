/** Adds servers one after the other, then shows the one that was added, or the list. */
import { useSignal } from '@preact/signals';
import type { McpServerDraft, McpServerInfo } from '#shared/mcp/mcp.ts';
import { serverSentence } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';

type Outcome = { left: readonly McpServerDraft[]; problem?: string };

/** Returns the drafts that failed, with the first problem. `stays`: the page has more to add. */
export function useAddServers(servers: Servers, stays = false) {
  const { connection, router, toasts } = useApp();
  const isAdding = useSignal(false);

  async function add(drafts: readonly McpServerDraft[]): Promise<Outcome> {
    isAdding.value = true;
    const added: McpServerInfo[] = [];
    const outcome: { left: McpServerDraft[]; problem?: string } = { left: [] };
    for (const draft of drafts) {
      const answer = await toasts.attempt(connection.api.mcp.save(draft));
      if (answer?.ok) added.push(answer.value);
      else {
        outcome.left.push(draft);
        if (answer) outcome.problem ??= serverSentence(answer.error);
      }
    }
    await servers.refresh();
    isAdding.value = false;
    const [first] = added;
    if (!first) return outcome;
    const isOne = added.length === 1 && outcome.left.length === 0 && !stays;
    // The server's page shows it; a toast would cover its state.
    if (!isOne) toasts.show(t('mcp.added', { name: added.map(({ title }) => title).join(', ') }));
    if (outcome.left.length === 0 && !stays)
      router.go({ view: 'settings', ...(isOne && { server: first.id }) });
    return outcome;
  }

  return { add, isAdding: isAdding.value };
}
