/** Adds or changes a tool server: checks the draft, stores it with its secrets, and connects it again. */
import { defaultAgent } from '#shared/agents/agent.ts';
import type { AgentId, ServerId } from '#shared/ids.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerDraft } from '#shared/mcp/mcp.ts';
import { checkServerDraft } from '#workers/mcp/check-draft.ts';
import { fail } from '#workers/mcp/errors/failure.ts';
import type { ServerRecord, ServerSecrets } from '#workers/mcp/stored-server.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { AgentStore } from '#workers/contracts/stored-agents.ts';
import type { VaultActor } from '../vault/domain.ts';
import type { Mcp } from './open-mcp.ts';
import { dropSignIn } from './drop-sign-in.ts';
import { offerToAgent } from './server-agents.ts';

type SaveNeeds = { bus: Pick<EventBus, 'post'>; agents: AgentStore; actOnVault: VaultActor };

/** The tools of a new server are added to `agent` only. Throws errors made by `fail`. */
export async function saveServer(
  draft: McpServerDraft,
  agent: AgentId = defaultAgent.id,
  { bus, agents, actOnVault }: SaveNeeds,
  { servers, store }: Pick<Mcp, 'servers' | 'store'>,
): Promise<ServerId> {
  const all = await store.list();
  const before = all.find(({ id }) => id === draft.id);
  const stored = before && (await store.secrets(before));
  if (before && !stored && (draft.headers || draft.clientSecret !== undefined)) throw fail('locked');
  const checked = checkServerDraft(draft, all, stored, Date.now());
  if (!checked.ok) throw fail(checked.error.type, checked.error.detail);
  const { record, secrets } = checked.value;
  if (secrets && (await actOnVault({ type: 'state' })).state === 'locked') throw fail('locked');
  const save = () => store.save(record, secrets, before);
  // The sign-in belongs to the address, and is deleted with it.
  const isElsewhere = before !== undefined && before.url !== record.url;
  const saved = isElsewhere ? await dropSignIn(before, save, { bus, servers }) : await save();
  if (!saved) throw fail('no_server');
  if (!before && (await offerToAgent(record.id, agent, agents)))
    bus.post({ type: 'changed', kind: 'agents', ids: [agent] });
  await servers.reload();
  await reconnect(record, { draft, before, secrets }, servers);
  return record.id;
}

type Edit = { draft: McpServerDraft; before: ServerRecord | undefined; secrets: ServerSecrets | undefined };

async function reconnect(
  { id, clientId }: ServerRecord,
  { draft, before, secrets }: Edit,
  servers: Mcp['servers'],
): Promise<void> {
  const handle = servers.get(id);
  const isClientNew = before && (draft.clientSecret !== undefined || before.clientId !== clientId);
  if (isClientNew) await handle?.signIn.unbind(AbortSignal.timeout(mcpLimits.answerMs));
  // `servers.reload` does not notice new secrets, because they are not in the record.
  if (before && secrets) handle?.server.reset();
  if (handle?.record.enabled) handle.server.connection.wake();
}
