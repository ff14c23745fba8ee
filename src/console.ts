/** `window.oneclaw`, the scripting console: what the interface does, scriptable; used by tests and by users. */
import type { UndoOptions } from './shared/runs/changes.ts';
import type { McpConsole } from './console-mcp.ts';
import { byName, type EngineConnection } from './engine/connect.ts';
import type { CallFilter, ChainPoint } from './shared/tools/activity.ts';
import type { AgentDraft, Budget } from './shared/agents/agent.ts';
import type { BackupAnswer, ExistingChoice } from './shared/rpc/backup.ts';
import type { FileEdit } from './shared/rpc/file-edit.ts';
import { asId, newId, type MessageId } from './shared/ids.ts';
import type { JsonObject } from './shared/json.ts';
import type { Attachment, DefinitionFormat, Fallible, ResumeChoice } from './shared/rpc/protocol.ts';
import type { ModelError, ProviderDraft } from './shared/models/provider.ts';
import type { EngineEvent } from './shared/runs/run-event.ts';
import type { SearchHit, SessionChange, SessionFormat } from './shared/conversation/session.ts';
import { version } from './state/version.ts';

type SendOptions = {
  session?: string;
  agent?: string;
  provider?: string;
  model?: string;
  attachments?: (File | Attachment)[];
  /** The message to go on from; what came after it becomes another branch. */
  base?: string | null;
};
type ProviderInput = Omit<ProviderDraft, 'kind' | 'id'> & {
  id?: string;
  kind: ProviderDraft['kind'] | 'custom';
};

type AgentInput = Omit<AgentDraft, 'id'> & { id?: string };

/** Says a model error in words; the interface's own sentences, in its language. */
type Explain = (error: ModelError) => Promise<string>;

export function createConsole({ api, booted, onEvents }: EngineConnection, explain: Explain) {
  async function edit(change: FileEdit): Promise<string> {
    const run = newId('run');
    await unwrap(api.editFile(run, change));
    return run;
  }

  return {
    /** Resolves when the engine is up. */
    ready: booted.then(() => undefined),
    version,
    tools: {
      list: () => api.listTools(),
      definitions: (format: DefinitionFormat, names?: string[]) => api.toolDefinitions(format, names),
      call: (name: string, parameters: JsonObject = {}, { agent }: { agent?: string } = {}) =>
        agent ? api.callTool(name, parameters, asId<'agent'>(agent)) : api.callTool(name, parameters),
      setEnabled: (name: string, enabled: boolean) => unwrap(api.setToolEnabled(name, enabled)),
    },
    providers: {
      save: async (input: ProviderInput) => (await unwrap(api.saveProvider(toDraft(input)))).id,
      list: () => api.listProviders(),
      remove: (id: string) => api.removeProvider(asId<'provider'>(id)),
      models: async (id: string) => {
        const listed = await api.listModels(await draftOf(api, id));
        if (!listed.ok) throw new Error(await explain(listed.error));
        return listed.models;
      },
      test: async (id: string) => {
        const tested = await api.testProvider(await draftOf(api, id));
        return tested.ok
          ? { ok: true, message: `${tested.model}: ${tested.milliseconds} ms` }
          : { ok: false, message: await explain(tested.error) };
      },
    },
    agents: {
      list: () => api.listAgents(),
      save: async ({ id, ...draft }: AgentInput) =>
        (await unwrap(api.saveAgent({ ...draft, ...(id ? { id: asId<'agent'>(id) } : {}) }))).id,
      remove: (id: string) => api.removeAgent(asId<'agent'>(id)),
    },
    budget: {
      /** What a day may cost, and what this one has cost; sets it where one is given. */
      day: (budget?: Budget) => unwrap(api.dayBudget(budget)),
    },
    chat: {
      send: (text: string, { session, agent, provider, model, attachments, base }: SendOptions = {}) =>
        api.send({
          session: session ? asId<'session'>(session) : newId('session'),
          text,
          ...(agent ? { agent: asId<'agent'>(agent) } : {}),
          ...(provider ? { provider: asId<'provider'>(provider) } : {}),
          ...(model ? { model } : {}),
          ...(attachments ? { attachments: attachments.map(toAttachment) } : {}),
          ...(base === undefined ? {} : { base: base === null ? null : asId<'message'>(base) }),
        }),
      regenerate: (session: string) => api.regenerate(asId<'session'>(session)),
      resume: (session: string, { calls }: { calls?: ResumeChoice } = {}) =>
        api.resume(asId<'session'>(session), calls),
      /** Shows the branch that runs through a message. */
      showBranch: (session: string, message: string) =>
        api.showBranch(asId<'session'>(session), asId<'message'>(message)),
      stop: (session: string) => api.stop(asId<'session'>(session)),
    },
    sessions: {
      list: () => api.listSessions(),
      get: (id: string) => api.getSession(asId<'session'>(id)),
      remove: (id: string) => api.removeSession(asId<'session'>(id)),
      update: (id: string, change: SessionChange) => unwrap(api.updateSession(asId<'session'>(id), change)),
      /** Every hit, newest first. */
      search: (text: string) => searchAll(api, text),
      export: (id: string, format: SessionFormat = 'markdown') =>
        unwrap(api.exportSession(asId<'session'>(id), format)),
      writeTitles: (enabled?: boolean) => api.writeTitles(enabled),
    },
    runs: {
      /** The runs whose changes can be undone, newest first. */
      list: () => api.listUndoable(),
      changes: (run: string) => api.runChanges(asId<'run'>(run)),
      undo: (run: string, paths?: string[], options?: UndoOptions) =>
        unwrap(api.undoRun(asId<'run'>(run), paths, options)),
    },
    files: {
      list: (path = '.') => unwrap(api.listFiles(path)),
      read: async (path: string, options: { as?: 'text' | 'blob' } = {}) => {
        const blob = await unwrap(api.readFile(path));
        return options.as === 'blob' ? blob : blob.text();
      },
      write: (path: string, content: string | Blob) => unwrap(api.writeFile(path, content)),
      info: (path: string) => unwrap(api.fileInfo(path)),
      /** These three are runs of their own, whose ids they resolve to: `runs.undo` brings back what was there. */
      remove: (path: string) => edit({ type: 'remove', path }),
      move: (from: string, to: string) => edit({ type: 'move', from, to }),
      mkdir: (path: string) => edit({ type: 'make-directory', path }),
      /** The bytes behind an image or file block of a result or a message. */
      blob: (id: string) => unwrap(api.readBlob(asId<'blob'>(id))),
    },
    permissions: {
      list: () => api.listPermissions(),
      allowHost: (host: string) => api.allowHost(host),
      revokeHost: (host: string) => api.revokeHost(host),
    },
    activity: {
      list: (filter?: CallFilter) => api.listActivity(filter),
      metrics: () => api.activityMetrics(),
      export: () => api.exportActivity(),
      verify: (head?: ChainPoint) => api.verifyActivity(head),
      keep: (days?: number) => api.keepActivity(days),
    },
    backup: {
      /** Everything but keys, as one file. */
      export: () => unfault(api.exportBackup(version)),
      /** What an import would do. */
      preview: (file: Blob) => unfault(api.readBackup(file)),
      import: (file: Blob, { existing = 'keep' }: { existing?: ExistingChoice } = {}) =>
        unfault(api.importBackup(file, existing)),
    },
    mcp: byName<McpConsole>((...call) =>
      import('./console-mcp.ts').then(({ callMcp }) => callMcp(api, ...call)),
    ),
    /** Calls `listener` with every engine event; returns the function that ends it. */
    on: (listener: (event: EngineEvent) => void) => onEvents((events) => events.forEach(listener)),
  };
}

export type OneClawConsole = ReturnType<typeof createConsole>;

declare global {
  interface Window {
    oneclaw: OneClawConsole;
  }
}

async function searchAll(api: EngineConnection['api'], text: string): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (let next: MessageId | null | undefined; next !== null;) {
    const page = await (next ? api.searchSessions(text, next) : api.searchSessions(text));
    hits.push(...page.hits);
    ({ next } = page);
  }
  return hits;
}

function toAttachment(given: File | Attachment): Attachment {
  return given instanceof File ? { blob: given, name: given.name } : given;
}

function toDraft({ id, kind, ...rest }: ProviderInput): ProviderDraft {
  return {
    ...rest,
    kind: kind === 'custom' ? 'openai-chat' : kind,
    ...(id ? { id: asId<'provider'>(id) } : {}),
  };
}

async function draftOf(api: EngineConnection['api'], id: string): Promise<ProviderDraft> {
  const known = (await api.listProviders()).find((provider) => provider.id === id);
  if (!known) throw new Error(`There is no provider '${id}'. oneclaw.providers.list() shows them.`);
  const { hasKey: _, ...draft } = known;
  return draft;
}

async function unfault<T>(answer: Promise<BackupAnswer<T>>): Promise<T> {
  const result = await answer;
  if (result.ok) return result.value;
  throw new Error([result.fault.type, result.fault.part].filter(Boolean).join(': '));
}

/** Scripts get exceptions where the wire has values. */
async function unwrap<T>(answer: Promise<Fallible<T>>): Promise<T> {
  const result = await answer;
  if (result.ok) return result.value;
  throw new Error(`${result.error.type}: ${result.error.message}`);
}
