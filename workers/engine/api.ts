/** The engine as the page calls it: each method opens what it needs, and expected failures come back as values. */
import { everydayAgent, type AgentDraft } from '../../src/shared/agent.ts';
import { newId, type SessionId } from '../../src/shared/ids.ts';
import type { Boot, EngineApi, Fallible } from '../../src/shared/protocol.ts';
import type { ProviderDraft } from '../../src/shared/provider.ts';
import type { ChangedEvent } from '../../src/shared/run-event.ts';
import { providers } from '../providers/index.ts';
import { testProvider } from '../providers/test-provider.ts';
import { formatDefinitions } from '../providers/definitions/index.ts';
import { NewerDatabaseError } from '../storage/database.ts';
import { guideId } from '../storage/providers.ts';
import { ToolError } from '../tools/tool.ts';
import { overview } from './query-permission.ts';
import { recoverRuns } from './recover-runs.ts';
import { lockOf } from './runs.ts';
import type { Services } from './services.ts';
import { openSessionView } from './session-view.ts';

export function createEngineApi(services: Promise<Services>): EngineApi {
  const changed = async (kind: ChangedEvent['kind'], ...ids: string[]) =>
    (await services).bus.post({ type: 'changed', kind, ids });

  return {
    boot: (events, host) => boot(services, events, host),

    send: async (input) => (await services).runs.send(input),
    async stop(session) {
      const { runs, bus } = await services;
      if (!runs.stop(session)) bus.stopElsewhere(session);
    },
    cancelCall: async (call) => (await services).executor.cancel(call),
    async answerPrompt(prompt, answer) {
      const { prompts, bus } = await services;
      if (!prompts.answer(prompt, answer)) bus.answerElsewhere(prompt, answer);
    },

    listSessions: async () => (await services).sessions.list(),
    async getSession(id) {
      const { sessions, runs, folders } = await services;
      return openSessionView(id, sessions, runs, folders.journal);
    },
    async removeSession(id) {
      await removeWhenIdle(id, await services);
      await changed('sessions', id);
    },
    async setSessionProvider(id, provider) {
      const { sessions } = await services;
      const session = await sessions.get(id);
      if (session) await sessions.save({ ...session, provider });
      await changed('sessions', id);
    },

    listProviders: async () => (await services).providers.list(),
    async saveProvider(draft) {
      const invalid = checkDraft(draft);
      if (invalid) return { ok: false, error: { type: 'validation_error', message: invalid } };
      const value = await (await services).providers.save(draft);
      await changed('providers', value.id);
      return { ok: true, value };
    },
    async removeProvider(id) {
      await (await services).providers.remove(id);
      await changed('providers', id);
    },
    defaultProvider: async () => (await services).providers.defaultId(),
    async setDefaultProvider(id) {
      await (await services).providers.setDefault(id);
      await changed('providers', id);
    },
    async listModels(draft) {
      const { providers: store, providerPorts } = await services;
      return providers[draft.kind].models(
        await store.target(draft),
        providerPorts,
        new AbortController().signal,
      );
    },
    async testProvider(draft) {
      const { providers: store, providerPorts } = await services;
      return testProvider(providers[draft.kind], await store.target(draft), providerPorts);
    },

    listAgents: async () => (await services).agents.list(),
    async saveAgent(draft) {
      const invalid = checkAgent(draft);
      if (invalid) return { ok: false, error: { type: 'validation_error', message: invalid } };
      const value = await (await services).agents.save(draft);
      await changed('agents', value.id);
      return { ok: true, value };
    },
    async removeAgent(id) {
      await (await services).agents.remove(id);
      await changed('agents', id);
    },
    async setSessionAgent(id, agent) {
      const { sessions } = await services;
      const session = await sessions.get(id);
      if (session) await sessions.save({ ...session, agent });
      await changed('sessions', id);
    },

    listTools: async () => (await services).registry.list(),
    toolDefinitions: async (format, names) =>
      formatDefinitions(format, (await services).registry.select({ tools: names ?? ['*'] })),
    async setToolEnabled(name, enabled) {
      const { disabledTools, registry } = await services;
      const tool = registry.find(name);
      const message = `Tool '${name}' not found. Available tools: ${registry.names().join(', ')}.`;
      if (!tool) return { ok: false, error: { type: 'tool_not_found', message } };
      await disabledTools.set(tool.name, !enabled);
      await changed('tools', tool.name);
      return { ok: true, value: undefined };
    },
    async callTool(name, parameters, agentId, callId) {
      const { agents, executor } = await services;
      const agent = agentId ? await agents.get(agentId) : { ...everydayAgent, name: 'Console' };
      const call = { id: callId ?? newId('call'), name, arguments: parameters };
      const scope = {
        agent,
        signal: new AbortController().signal,
        onStart: () => undefined,
        onProgress: () => undefined,
      };
      const { result, duration_ms } = await executor.execute(call, scope);
      return { ...result, duration_ms };
    },

    listFiles: (path) =>
      asValue(async () =>
        (await (await services).files.list(path)).map(({ path: full, ...stat }) => ({
          name: full.split('/').at(-1) ?? full,
          ...stat,
        })),
      ),
    readFile: (path) => asValue(async () => (await services).files.read(path)),
    writeFile: (path, content) =>
      asValue(async () => {
        await (await services).files.write(path, content);
        await changed('files', path);
      }),
    removeFile: (path) =>
      asValue(async () => {
        await (await services).files.remove(path);
        await changed('files', path);
      }),

    listPermissions: async () => ({ hosts: (await services).allowedHosts.list(), browser: await overview() }),
    async allowHost(host) {
      await (await services).allowedHosts.allow(host);
      await changed('permissions', host);
    },
    async revokeHost(host) {
      await (await services).allowedHosts.revoke(host);
      await changed('permissions', host);
    },
  };
}

async function boot(services: Promise<Services>, events: MessagePort, host: MessagePort): Promise<Boot> {
  const lock = `oneclaw-engine-${newId('run')}`;
  await holdForEver(lock);
  try {
    const { agents, bus, device, sessions, providers: store, folders, warmUp } = await services;
    bus.connect(events);
    device.connect(host);
    await recoverRuns(folders.journal, sessions);
    const [list, providerList, defaultProvider, agentList] = await Promise.all([
      sessions.list(),
      store.list(),
      store.defaultId(),
      agents.list(),
    ]);
    warmUp();
    return { lock, sessions: list, providers: providerList, defaultProvider, agents: agentList };
  } catch (error) {
    const problem = error instanceof NewerDatabaseError ? 'newer_database' : 'no_storage';
    return { lock, sessions: [], providers: [], defaultProvider: guideId, agents: [everydayAgent], problem };
  }
}

/** Resolves once the lock is held; it is let go when the worker dies. */
function holdForEver(name: string): Promise<void> {
  return new Promise((held) => {
    void navigator.locks.request(name, () => {
      held();
      return new Promise(() => undefined);
    });
  });
}

function checkAgent({ name, tools, maxSteps, timeouts }: AgentDraft): string | undefined {
  if (!name.trim()) return "Give the agent a name in 'name'.";
  if (!Array.isArray(tools)) return "'tools' must be a list of tool names, 'group:<category>' or '*'.";
  if (typeof maxSteps === 'number' && !(Number.isInteger(maxSteps) && maxSteps > 0))
    return "'maxSteps' must be a whole number above 0, or 'unlimited'.";
  const isPositive = (seconds: number) => Number.isFinite(seconds) && seconds > 0;
  return Object.values(timeouts ?? {}).every(isPositive)
    ? undefined
    : "'timeouts' must be seconds above 0 by tool name.";
}

/** Stops the run of a session, in whatever tab, waits for its end, and deletes it. */
async function removeWhenIdle(id: SessionId, { runs, bus, sessions }: Services): Promise<void> {
  if (!runs.stop(id)) bus.stopElsewhere(id);
  await navigator.locks.request(lockOf(id), () => sessions.remove(id));
}

function checkDraft({ kind, label, baseUrl, model }: ProviderDraft): string | undefined {
  if (kind === 'guide') return 'The guide is built in and has nothing to save.';
  if (!label.trim()) return "Give the provider a name in 'label'.";
  if (!baseUrl || !URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    return "'baseUrl' must be an address such as https://api.openai.com/v1 or http://localhost:11434/v1.";
  }
  return model.trim() ? undefined : "Name a model in 'model'.";
}

async function asValue<T>(work: () => Promise<T>): Promise<Fallible<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ToolError) return { ok: false, error: { type: error.type, message: error.message } };
    return {
      ok: false,
      error: { type: 'execution_error', message: error instanceof Error ? error.message : String(error) },
    };
  }
}
