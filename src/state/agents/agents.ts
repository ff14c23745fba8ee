/** The user's agents, the default one first. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { defaultAgent, type Agent, type AgentDraft } from '#shared/agents/agent.ts';
import type { AgentDataAnswer, AgentImportAnswer } from '#shared/agents/agent-import.ts';
import type { AgentId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type Agents = {
  /** Only the built-in everyday agent until the engine has booted. */
  list: ReadonlySignal<readonly Agent[]>;
  isLoaded: ReadonlySignal<boolean>;
  find(id: AgentId | null | undefined): Agent | undefined;
  load(agents: readonly Agent[]): void;
  /** Reads a definition from this app or another; saves nothing. */
  read(definition: string | Blob): Promise<AgentImportAnswer | undefined>;
  save(draft: AgentDraft): Promise<Fallible<Agent> | undefined>;
  /** Saves the other data of a definition, for `agent`; its list of tools may get entries for new servers. */
  importData(definition: string | Blob, agent: AgentId): Promise<AgentDataAnswer | undefined>;
  /** Undefined if it failed. */
  remove(id: AgentId): Promise<true | undefined>;
  fold(events: readonly EngineEvent[]): void;
};

export function createAgents(api: EngineApi, toasts: Toasts): Agents {
  const list = signal<readonly Agent[]>([defaultAgent]);
  const isLoaded = signal(false);

  function load(agents: readonly Agent[]): void {
    list.value = agents;
    isLoaded.value = true;
  }

  async function refresh(): Promise<void> {
    const agents = await toasts.attempt(api.agents.list());
    if (agents) load(agents);
  }

  async function change<T>(work: Promise<T>): Promise<T | undefined> {
    const done = await toasts.attempt(work);
    await refresh();
    return done;
  }

  return {
    list,
    isLoaded,
    load,
    find: (id) => list.value.find((agent) => agent.id === id),
    read: (definition) => toasts.attempt(api.agents.import(definition)),
    save: (draft) => change(api.agents.save(draft)),
    importData: (definition, agent) => change(api.agents.importData(definition, agent)),
    remove: (id) => change(api.agents.remove(id).then(() => true as const)),
    fold(events) {
      if (events.some((event) => event.type === 'changed' && event.kind === 'agents')) void refresh();
    },
  };
}

/** The displayed name: that of the everyday agent is translated until the user renames it. */
export function agentName({ id, name }: Pick<Agent, 'id' | 'name'>): string {
  return id === defaultAgent.id && name === defaultAgent.name ? t('agent.everyday') : name;
}
