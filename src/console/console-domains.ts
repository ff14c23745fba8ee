/** The methods of `window.oneclaw` by domain. Only what differs from the engine API is written here. */
import type { SearchDraft } from '#shared/api/search.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { SearchHit, SessionFormat } from '#shared/conversation/session.ts';
import { asId, newId, type MessageId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Memory } from '#shared/memory/memory.ts';
import type { ModelError, ProviderDraft } from '#shared/models/provider.ts';
import type { FileEdit } from '#shared/rpc/file-edit.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { createProxy } from '#src/engine/connect.ts';
import { version } from '#src/state/version.ts';
import { createConsoleDomain, unwrap, type ConsoleDomain } from './console-domain.ts';
import {
  agentFields,
  callOptions,
  fileOptions,
  importOptions,
  memoryFields,
  passphraseOptions,
  providerFields,
  resumeOptions,
  searchFields,
  sendOptions,
  taskFields,
  type AgentInput,
  type CallOptions,
  type FileOptions,
  type ImportOptions,
  type MemoryInput,
  type PassphraseOptions,
  type ProviderInput,
  type ResumeOptions,
  type SendOptions,
  type TaskInput,
} from './inputs.ts';
import { requireKnown } from './known-fields.ts';
import { createMcpDomain } from './mcp.ts';
import { resolveTools } from './resolve-tools.ts';

/** Explains a model error in the language of the interface. */
export type Explain = (error: ModelError) => Promise<string>;

type CustomDomains = ReturnType<typeof createCustomDomains>;
/** Domains without methods of their own here have exactly the methods of their engine API. */
export type ConsoleDomains = CustomDomains & {
  [Name in Exclude<keyof EngineApi, keyof CustomDomains>]: ConsoleDomain<EngineApi[Name]>;
};

export function createConsoleDomains(api: EngineApi, explain: Explain): ConsoleDomains {
  const own = createCustomDomains(api, explain);
  return createProxy<ConsoleDomains>((name) =>
    Object.hasOwn(own, name)
      ? own[name as keyof CustomDomains]
      : createConsoleDomain(api[name as keyof EngineApi], {}),
  );
}

function createCustomDomains(api: EngineApi, explain: Explain) {
  return {
    agents: createConsoleDomain(api.agents, {
      /** Creates an agent, or changes the one with this id. Resolves to the id. Aliases of tools are resolved, unknown tools refused. */
      save: async (input: AgentInput): Promise<string> => {
        requireKnown('oneclaw.agents.save', input, agentFields, 'field');
        const { id, ...draft } = input;
        const resolved = await resolveTools({ ...draft, ...(id ? { id: asId<'agent'>(id) } : {}) }, api);
        return (await unwrap(api.agents.save(resolved))).id;
      },
    }),
    backup: createBackupDomain(api),
    chat: createChatDomain(api),
    files: createFilesDomain(api),
    mcp: createMcpDomain(api),
    memory: createConsoleDomain(api.memory, {
      /** Adds a memory, or changes the one with this id. Resolves to the id. `seen`: as `list` gave it; if it has changed since, nothing is saved. */
      save: async (input: MemoryInput, seen?: Memory): Promise<string> => {
        requireKnown('oneclaw.memory.save', input, memoryFields, 'field');
        const draft = withId<'memory', MemoryInput>(input);
        return (await unwrap(seen ? api.memory.save(draft, seen) : api.memory.save(draft))).id;
      },
    }),
    providers: createProvidersDomain(api, explain),
    search: createConsoleDomain(api.search, {
      /** Adds a search service, or changes the one with this id. Resolves to the id; `use` sends searches to it. */
      save: async (draft: SearchDraft): Promise<string> => {
        requireKnown('oneclaw.search.save', draft, searchFields, 'field');
        return (await unwrap(api.search.save(draft))).id;
      },
    }),
    sessions: createConsoleDomain(api.sessions, {
      /** Every hit, newest first. */
      search: (text: string) => searchAll(api, text),
      /** Markdown of the shown branch, or JSON of all branches. */
      export: (id: string, format: SessionFormat = 'markdown') =>
        unwrap(api.sessions.export(asId<'session'>(id), format)),
    }),
    tasks: createConsoleDomain(api.tasks, {
      /** Schedules a task, or changes the one with this id. Resolves to the id. */
      save: async (input: TaskInput): Promise<string> => {
        requireKnown('oneclaw.tasks.save', input, taskFields, 'field');
        return (await unwrap(api.tasks.save(withId<'task', TaskInput>(input)))).id;
      },
    }),
    tools: createToolsDomain(api),
  };
}

function createToolsDomain(api: EngineApi) {
  return createConsoleDomain(api.tools, {
    /**
     * Runs one call with validation, permissions and deadline. `session`: the conversation whose shell, interpreters
     * and changes it joins. `agent`: as whom; absent, the agent of the session, or one that may call every tool.
     */
    async call(name: string, parameters: JsonObject = {}, options: CallOptions = {}) {
      requireKnown('oneclaw.tools.call', options, callOptions);
      const { agent, session } = options;
      if (session) await requireSession(session, api);
      return api.tools.call(name, parameters, {
        ...(agent ? { agent: asId<'agent'>(agent) } : {}),
        ...(session ? { session: asId<'session'>(session) } : {}),
      });
    },
  });
}

function createChatDomain(api: EngineApi) {
  return createConsoleDomain(api.chat, {
    /** Sends a message and resolves when the run ends. During a run of the session it is queued. */
    send: async (text: string, options: SendOptions = {}) => {
      requireKnown('oneclaw.chat.send', options, sendOptions);
      const { session, agent, provider, model, attachments, base } = options;
      refuseEmpty(text, attachments);
      if (session) await requireSession(session, api);
      return api.chat.send({
        session: session ? asId<'session'>(session) : newId('session'),
        text,
        ...(agent ? { agent: asId<'agent'>(agent) } : {}),
        ...(provider ? { provider: asId<'provider'>(provider) } : {}),
        ...(model ? { model } : {}),
        ...(attachments ? { attachments: attachments.map(toAttachment) } : {}),
        ...(base === undefined ? {} : { base: base === null ? null : asId<'message'>(base) }),
      });
    },
    /** Continues a run that waits for a decision after its tab died. */
    resume: async (session: string, options: ResumeOptions = {}) => {
      requireKnown('oneclaw.chat.resume', options, resumeOptions);
      return api.chat.resume(asId<'session'>(session), options.calls);
    },
  });
}

function refuseEmpty(text: unknown, attachments: SendOptions['attachments'] = []): void {
  if ((typeof text === 'string' && text.trim() !== '') || attachments.length > 0) return;
  throw new Error("validation_error: Nothing to send: pass a text that is not empty, or 'attachments'.");
}

/** Throws for an unknown id: the engine would begin another chat under a mistyped one. */
async function requireSession(session: string, api: EngineApi): Promise<void> {
  if ((await api.sessions.list()).some(({ id }) => id === session)) return;
  throw new Error(
    `validation_error: There is no session '${session}'. sessions.list() shows them; leave out 'session' for a new one.`,
  );
}

function createFilesDomain(api: EngineApi) {
  /** Every edit is a run of its own, so that `runs.undo` can revert it. Resolves to the run's id. */
  async function edit(change: FileEdit): Promise<string> {
    const run = newId('run');
    await unwrap(api.files.edit(run, change));
    return run;
  }
  async function read(path: string, options?: { as?: 'text' }): Promise<string>;
  async function read(path: string, options: { as: 'blob' }): Promise<Blob>;
  async function read(path: string, options: FileOptions = {}): Promise<string | Blob> {
    requireKnown('oneclaw.files.read', options, fileOptions);
    const blob = await unwrap(api.files.read(path));
    return options.as === 'blob' ? blob : blob.text();
  }
  return createConsoleDomain(api.files, {
    /** The entries of a folder. */
    list: (path = '.') => unwrap(api.files.list(path)),
    /** The file as text, or as a Blob. */
    read,
    /** Deletes a file or a folder. Resolves to a run that `runs.undo` reverts. */
    remove: (path: string) => edit({ type: 'remove', path }),
    /** Moves or renames. Resolves to a run that `runs.undo` reverts. */
    move: (from: string, to: string) => edit({ type: 'move', from, to }),
    /** Creates a folder. Resolves to a run that `runs.undo` reverts. */
    mkdir: (path: string) => edit({ type: 'make-directory', path }),
  });
}

function createBackupDomain(api: EngineApi) {
  return createConsoleDomain(api.backup, {
    /** Everything but keys, as one file; encrypted if there is a passphrase. */
    export: async (options: PassphraseOptions = {}) => {
      requireKnown('oneclaw.backup.export', options, passphraseOptions);
      return unwrap(api.backup.export(version, options.passphrase));
    },
    /** What an import would change. */
    preview: async (file: Blob, options: PassphraseOptions = {}) => {
      requireKnown('oneclaw.backup.preview', options, passphraseOptions);
      return unwrap(api.backup.read(file, options.passphrase));
    },
    /** Imports a backup. `existing`: whether records and settings that differ are kept or replaced. `takeBack` reverts it. */
    import: async (file: Blob, options: ImportOptions = {}) => {
      requireKnown('oneclaw.backup.import', options, importOptions);
      const { existing = 'keep', passphrase } = options;
      return unwrap(api.backup.import(file, existing, passphrase));
    },
  });
}

function createProvidersDomain(api: EngineApi, explain: Explain) {
  return createConsoleDomain(api.providers, {
    /** Creates a provider, or changes the one with this id. `custom` is any OpenAI-compatible server. Resolves to the id. */
    save: async (input: ProviderInput): Promise<string> => {
      requireKnown('oneclaw.providers.save', input, providerFields, 'field');
      return (await unwrap(api.providers.save(toDraft(input)))).id;
    },
    /** Names of the models the provider offers. */
    async models(id: string) {
      const listed = await api.providers.models(await draftOf(api, id));
      if (!listed.ok) throw new Error(await explain(listed.error));
      return listed.models;
    },
    /** Sends a short request. */
    async test(id: string): Promise<{ ok: boolean; message: string }> {
      const tested = await api.providers.test(await draftOf(api, id));
      return tested.ok
        ? { ok: true, message: `${tested.model}: ${tested.milliseconds} ms` }
        : { ok: false, message: await explain(tested.error) };
    },
  });
}

async function searchAll(api: EngineApi, text: string): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (let next: MessageId | null | undefined; next !== null;) {
    const page = await (next ? api.sessions.search(text, next) : api.sessions.search(text));
    hits.push(...page.hits);
    ({ next } = page);
  }
  return hits;
}

/** Scripts pass ids as plain strings. */
function withId<Name extends 'memory' | 'task', Input extends { id?: string; agent?: string }>({
  id,
  agent,
  ...rest
}: Input) {
  return {
    ...rest,
    ...(id ? { id: asId<Name>(id) } : {}),
    ...(agent ? { agent: asId<'agent'>(agent) } : {}),
  };
}

function toAttachment(given: File | Attachment): Attachment {
  return given instanceof File ? { blob: given, name: given.name } : given;
}

function toDraft({ id, kind, hasKey: _, ...rest }: ProviderInput): ProviderDraft {
  return {
    ...rest,
    kind: kind === 'custom' ? 'openai-chat' : kind,
    ...(id ? { id: asId<'provider'>(id) } : {}),
  };
}

async function draftOf(api: EngineApi, id: string): Promise<ProviderDraft> {
  const known = (await api.providers.list()).find((provider) => provider.id === id);
  if (!known) throw new Error(`There is no provider '${id}'. oneclaw.providers.list() shows them.`);
  const { hasKey: _, ...draft } = known;
  return draft;
}
