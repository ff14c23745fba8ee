/** The engine as the page calls it: each method opens what it needs, and expected failures come back as values. */
import type { ModelFileResult } from '#shared/models/device-model.ts';
import type { McpApi } from '#shared/mcp/mcp-api.ts';
import type { EngineWire, Fallible, FileEntry } from '#shared/rpc/protocol.ts';
import { hasNetwork } from '#shared/models/provider.ts';
import type { ChangedEvent } from '#shared/runs/run-event.ts';
import { providers } from '#workers/providers/index.ts';
import type { FileStat } from '#workers/contracts/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { boot } from '../boot.ts';
import { callTool } from '../calls/call-tool.ts';
import { overview } from '../permissions/query-permission.ts';
import { removeWhenIdle } from '#workers/domains/sessions/remove-session.ts';
import type { Services } from '../services.ts';
import type { ViewPorts } from '#workers/domains/sessions/session-view.ts';
import type { FileWork } from '#workers/domains/files/api.ts';

export function createEngineApi(services: Promise<Services>, lock: string): EngineWire {
  const changed = async (kind: ChangedEvent['kind'], ...ids: string[]) =>
    (await services).bus.post({ type: 'changed', kind, ids });

  const openOnDevice = async () => (await services).openOnDevice();

  let fileWork: Promise<FileWork> | undefined;
  const openFileWork = () =>
    (fileWork ??= import('#workers/domains/files/api.ts').then(async ({ createFileWork }) =>
      createFileWork(await services),
    ));
  const openFiles = async () => (await openFileWork()).files;
  const openUserFiles = async () => (await openFileWork()).userFiles;
  const openMounts = async () => (await openFileWork()).mounts;

  async function told(added: ModelFileResult): Promise<ModelFileResult> {
    if (added.ok) await changed('models', added.file.name);
    return added;
  }

  const openActivity = async () =>
    (await import('#workers/domains/activity/api.ts')).createActivityApi(await services);

  async function readView<T>(read: (views: Views, ports: ViewPorts) => Promise<T>): Promise<T> {
    const { sessions, runs, folders } = await services;
    return read(await import('#workers/domains/sessions/session-view.ts'), {
      sessions,
      runs,
      journals: folders.journal,
    });
  }

  const openUndo = async () => (await services).openUndo();

  let mcpApi: Promise<McpApi> | undefined;
  const openMcpApi = () =>
    (mcpApi ??= import('#workers/domains/mcp/api.ts').then(async ({ createMcpApi }) =>
      createMcpApi(await services),
    ));

  const openBackup = async () =>
    (await import('#workers/domains/backup/api.ts')).createBackupApi(await services);

  return {
    boot: (events, host) => boot(services, events, host, lock),

    send: async (input) => (await services).runs.send(input),
    regenerate: async (session) => (await services).runs.regenerate(session),
    resume: async (session, calls) => (await services).runs.resume(session, calls),
    async showBranch(session, message) {
      const { sessions } = await services;
      await sessions.update(session, { head: message });
      await changed('sessions', session);
    },
    async stop(session) {
      const { runs, bus } = await services;
      const isOwn = runs.stop(session);
      // Other tabs may have messages that wait for its end.
      bus.stopElsewhere(session);
      if (!isOwn) await runs.settle(session);
    },
    async cancelCall(call, session) {
      const { executor, bus } = await services;
      if (!executor.cancel(call, session)) bus.cancelElsewhere(call, session);
    },
    async answerPrompt(prompt, answer) {
      const { prompts, bus } = await services;
      if (!prompts.answer(prompt, answer)) bus.answerElsewhere(prompt, answer);
    },

    listSessions: async () => (await services).sessions.list(),
    getSession: (id) => readView(({ wholeSessionView }, ports) => wholeSessionView(id, ports)),
    openSession: (id, from) => readView(({ openSessionView }, ports) => openSessionView(id, ports, from)),
    earlierMessages: (id, before) => readView(({ readEarlier }, ports) => readEarlier(id, before, ports)),
    async removeSession(id) {
      await removeWhenIdle(id, await services);
      await changed('sessions', id);
    },
    async updateSession(id, { title, pinned }) {
      const { changeSession } = await import('#workers/domains/sessions/change-session.ts');
      const answer = await changeSession(id, { title, pinned }, (await services).sessions);
      if (answer.ok) await changed('sessions', id);
      return answer;
    },
    async searchSessions(text, from) {
      const { searchSessions } = await import('#workers/domains/sessions/search-sessions.ts');
      return searchSessions(text, from, (await services).sessions);
    },
    async exportSession(id, format) {
      const { exportSession } = await import('#workers/domains/sessions/export-session.ts');
      return exportSession(id, format, (await services).sessions);
    },
    async writeTitles(enabled) {
      const { titleSwitch } = await services;
      if (enabled !== undefined) await titleSwitch.set(enabled);
      return titleSwitch.isOn();
    },
    async setSessionProvider(id, provider) {
      await (await services).sessions.update(id, { provider });
      await changed('sessions', id);
    },

    listProviders: async () => (await services).providers.list(),
    async saveProvider(draft) {
      const { saveProvider } = await import('#workers/domains/providers/save-provider.ts');
      const saved = await saveProvider(draft, await services);
      if (saved.ok) await changed('providers', saved.value.id);
      return saved;
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
      const { checkConnection } = await import('./check-drafts.ts');
      const problem = hasNetwork(draft.kind) ? checkConnection(draft) : undefined;
      if (problem) return { ok: false, error: problem };
      const { providers: store, providerPorts } = await services;
      return providers[draft.kind].models(
        await store.target(draft),
        providerPorts,
        new AbortController().signal,
      );
    },
    async testProvider(draft) {
      const { checkConnection } = await import('./check-drafts.ts');
      const problem = hasNetwork(draft.kind) ? checkConnection(draft) : undefined;
      if (problem) return { ok: false, error: problem };
      const { providers: store, providerPorts } = await services;
      const { testProvider } = await import('#workers/providers/test-provider.ts');
      return testProvider(providers[draft.kind], await store.target(draft), providerPorts);
    },

    async modelFacts({ kind, baseUrl = '', model }) {
      const { findTraits } = await import('#workers/providers/catalogue/find-traits.ts');
      return findTraits({ kind, baseUrl, model });
    },

    async vault(action) {
      const answer = await (await services).actOnVault(action);
      if (action.type === 'reset') await changed('providers', 'keys');
      return answer;
    },

    listAgents: async () => (await services).agents.list(),
    async saveAgent(draft) {
      const { checkAgent } = await import('./check-drafts.ts');
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
      await (await services).sessions.update(id, { agent });
      await changed('sessions', id);
    },

    listTools: async () => (await (await services).openRegistry()).list(),
    async toolDefinitions(format, names) {
      const { formatDefinitions } = await import('#workers/providers/definitions/index.ts');
      const registry = await (await services).openRegistry();
      return formatDefinitions(format, registry.select({ tools: names ?? ['*'] }));
    },
    async setToolEnabled(name, enabled) {
      const { switchTool } = await import('#workers/domains/tools/switch-tool.ts');
      return switchTool(name, enabled, await services);
    },
    async dayBudget(budget) {
      const { checkBudget } = await import('./check-drafts.ts');
      const invalid = checkBudget(budget);
      if (invalid) return { ok: false, error: { type: 'validation_error', message: invalid } };
      const { spending } = await services;
      if (budget) await spending.setBudget(budget);
      return { ok: true, value: { budget: await spending.budget(), spent: await spending.today() } };
    },
    callTool: async (name, parameters, agent, id) =>
      callTool({ name, parameters, ...(agent ? { agent } : {}), ...(id ? { id } : {}) }, await services),

    listUndoable: async () => (await openUndo()).list(),
    countChanges: async (runs) => (await openUndo()).count(runs),
    runChanges: async (run) => (await openUndo()).changes(run),
    undoRun: (run, paths, options) =>
      asValue(async () => {
        const { bus } = await services;
        const report = await (await openUndo()).undo(run, paths, options);
        bus.post({ type: 'changed', kind: 'files', ids: report.undone, run });
        return report;
      }),

    async readBlob(id) {
      const blob = await (await services).blobs.read(id);
      const message = `There is no content '${id}': it was deleted with its chat.`;
      return blob ? { ok: true, value: blob } : { ok: false, error: { type: 'file_not_found', message } };
    },

    listFiles: (path) => asValue(async () => (await (await openFiles()).list(path)).map(toEntry)),
    fileInfo: (path) => asValue(async () => toEntry(await (await openFiles()).stat(path))),
    readFile: (path) => asValue(async () => (await openFiles()).read(path)),
    writeFile: (path, content) =>
      asValue(async () => {
        await (await openFiles()).write(path, content);
        await changed('files', path);
      }),
    editFile: (run, edit) => asValue(async () => (await openUserFiles()).edit(run, edit)),
    cancelEdit: async (run) => (await openUserFiles()).cancel(run),
    saveText: (run, save) => asValue(async () => (await openUserFiles()).saveText(run, save)),
    zipFolder: (path) => asValue(async () => (await openUserFiles()).zip(path)),

    listMounts: async () => (await openMounts()).list(),
    surveyFolder: async (handle, everything) => (await openMounts()).survey(handle, everything),
    openMount: async (folder) => (await openMounts()).open(folder),
    reviewMount: async (name) => (await openMounts()).review(name),
    diffMount: async (name, path) => (await openMounts()).diff(name, path),
    writeMount: async (name, choices, keepIn) => (await openMounts()).write(name, choices, keepIn),
    fetchMount: async (name, choices, run) => (await openMounts()).fetch(name, choices, run),
    disconnectMount: async (name) => (await openMounts()).disconnect(name),

    listModelFiles: async () => (await openOnDevice()).files.list(),
    importModelFile: async (file) => told(await (await openOnDevice()).files.add(file)),
    downloadModelFile: async (url) => told(await (await openOnDevice()).files.download(url)),
    cancelModelFile: async (name) => (await openOnDevice()).files.cancel(name),
    async removeModelFile(name) {
      await (await openOnDevice()).files.remove(name);
      await changed('models', name);
    },

    listPermissions: async () => ({ hosts: (await services).allowedHosts.list(), browser: await overview() }),
    async allowHost(host) {
      await (await services).allowedHosts.allow(host);
      await changed('permissions', host);
    },
    async revokeHost(host) {
      await (await services).allowedHosts.revoke(host);
      await changed('permissions', host);
    },

    listActivity: async (filter) => (await openActivity()).listActivity(filter),
    activityMetrics: async () => (await openActivity()).activityMetrics(),
    dailyFigures: async (days) => (await openActivity()).dailyFigures(days),
    exportActivity: async () => (await openActivity()).exportActivity(),
    verifyActivity: async (head) => (await openActivity()).verifyActivity(head),
    keepActivity: async (days) => (await openActivity()).keepActivity(days),
    sessionSpent: async (id) => (await openActivity()).sessionSpent(id),
    listRuns: async () => (await openActivity()).listRuns(),
    listConnections: async () => (await openActivity()).listConnections(),
    testConnection: async (kind, id) => (await openActivity()).testConnection(kind, id),

    exportBackup: async (app) => (await openBackup()).exportBackup(app),
    readBackup: async (file) => (await openBackup()).readBackup(file),
    importBackup: async (file, existing) => (await openBackup()).importBackup(file, existing),
    backupState: async () => (await openBackup()).backupState(),

    async mcp(method, values) {
      const api = await openMcpApi();
      // The page's types hold the values to the method.
      return (api[method] as (...values: unknown[]) => Promise<unknown>)(...values);
    },
  };
}

function toEntry({ path, ...stat }: FileStat): FileEntry {
  return { name: path.split('/').at(-1) ?? path, ...stat };
}

type Views = typeof import('#workers/domains/sessions/session-view.ts');

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
