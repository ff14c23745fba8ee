/** The engine as the page calls it: each method opens what it needs, and expected failures come back as values. */
import { newId, type SessionId } from '../../src/shared/ids.ts';
import type { Boot, EngineApi, Fallible } from '../../src/shared/protocol.ts';
import type { ProviderDraft } from '../../src/shared/provider.ts';
import type { ChangedEvent } from '../../src/shared/run-event.ts';
import { providers } from '../providers/index.ts';
import { testProvider } from '../providers/test-provider.ts';
import { toWireTool } from '../providers/openai-chat.ts';
import type { CallStore } from '../storage/calls.ts';
import { NewerDatabaseError } from '../storage/database.ts';
import { guideId } from '../storage/providers.ts';
import { ToolError } from '../tools/tool.ts';
import { callLogLock } from './call-log.ts';
import { recoverRuns } from './recover-runs.ts';
import { lockOf } from './runs.ts';
import type { Services } from './services.ts';
import { openSessionView } from './session-view.ts';

export function createEngineApi(services: Promise<Services>): EngineApi {
  const changed = async (kind: ChangedEvent['kind'], ...ids: string[]) =>
    (await services).bus.post({ type: 'changed', kind, ids });

  /** The log with everything in it that ended before; its readers are loaded at first use. */
  async function readLog<T>(read: (activity: Activity, calls: CallStore) => Promise<T>): Promise<T> {
    const { callLog, openCalls } = await services;
    const [activity, calls] = await Promise.all([import('./activity.ts'), openCalls(), callLog.written()]);
    return navigator.locks.request(callLogLock, { mode: 'shared' }, () => read(activity, calls));
  }

  return {
    boot: (port) => boot(services, port),

    send: async (input) => (await services).runs.send(input),
    async stop(session) {
      const { runs, bus } = await services;
      if (!runs.stop(session)) bus.stopElsewhere(session);
    },
    async answerPrompt(prompt, answer) {
      const { gate, bus } = await services;
      if (!gate.answer(prompt, answer)) bus.answerElsewhere(prompt, answer);
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

    listTools: async () => (await services).registry.list(),
    async toolDefinitions(_format, names) {
      const { registry } = await services;
      return registry.select(names ?? ['*']).map((tool) => structuredClone(toWireTool(tool)) as never);
    },
    async callTool(name, parameters) {
      const { executor } = await services;
      const { result, duration_ms } = await executor.execute(
        { id: newId('call'), name, arguments: parameters },
        {
          agent: { name: 'Console', tools: ['*'] },
          signal: new AbortController().signal,
          // Outside a conversation there is no place to ask; the script allows the host first.
          askHost: () => Promise.resolve('denied'),
          onStart: () => undefined,
          onProgress: () => undefined,
        },
      );
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

    listPermissions: async () => ({ hosts: (await services).allowedHosts.list() }),
    async allowHost(host) {
      await (await services).allowedHosts.allow(host);
      await changed('permissions', host);
    },
    async revokeHost(host) {
      await (await services).allowedHosts.revoke(host);
      await changed('permissions', host);
    },

    listActivity: (filter) => readLog(({ listCalls }, calls) => listCalls(calls, filter)),
    activityMetrics: () => readLog(({ measureLog }, calls) => measureLog(calls)),
    exportActivity: () => readLog(({ exportLog }, calls) => exportLog(calls)),
    verifyActivity: (head) => readLog(({ verifyLog }, calls) => verifyLog(calls, head)),
    async keepActivity(days) {
      const calls = await (await services).openCalls();
      // Anything else would empty the log; the answer says that nothing was set.
      if (days !== undefined && days >= 1) await calls.setKeepDays(days);
      return calls.keepDays();
    },
  };
}

type Activity = typeof import('./activity.ts');

async function boot(services: Promise<Services>, port: MessagePort): Promise<Boot> {
  const lock = `oneclaw-engine-${newId('run')}`;
  await holdForEver(lock);
  try {
    const { bus, callLog, sessions, providers: store, folders, warmUp } = await services;
    bus.connect(port);
    await recoverRuns(folders.journal, sessions, callLog);
    const [list, providerList, defaultProvider] = await Promise.all([
      sessions.list(),
      store.list(),
      store.defaultId(),
    ]);
    warmUp();
    return { lock, sessions: list, providers: providerList, defaultProvider };
  } catch (error) {
    const problem = error instanceof NewerDatabaseError ? 'newer_database' : 'no_storage';
    return { lock, sessions: [], providers: [], defaultProvider: guideId, problem };
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
