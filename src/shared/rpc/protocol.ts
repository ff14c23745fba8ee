/** Everything that crosses between the page and the engine worker: calls by Comlink, events by one MessagePort. */
import type {
  ActivityMetrics,
  CallFilter,
  CallRecord,
  ChainPoint,
  ChainVerdict,
  DailyFigures,
} from '../tools/activity.ts';
import type { BackupAnswer, BackupPlan, BackupReport, BackupState, ExistingChoice } from './backup.ts';
import type { ChangeCounts, FileChange, UndoOptions, UndoReport } from '../runs/changes.ts';
import type { MediaBlock } from '../conversation/content.ts';
import type { ConnectionHealth, ConnectionKind, ConnectionTest } from '../models/connection-health.ts';
import type { FileEdit, SaveAnswer, TextSave } from './file-edit.ts';
import type { AgentId, BlobId, CallId, MessageId, PromptId, ProviderId, RunId, SessionId } from '../ids.ts';
import type { ModelFile, ModelFileResult } from '../models/device-model.ts';
import type { Json, JsonObject } from '../json.ts';
import type {
  FolderSurvey,
  MountAnswer,
  MountChoice,
  MountInfo,
  MountReport,
  MountReview,
  OpenMount,
} from './linked-folder.ts';
import type { Agent, AgentDraft, Budget } from '../agents/agent.ts';
import type { McpApi } from '../mcp/mcp-api.ts';
import type { PermissionOverview, Prompt, PromptAnswer } from '../tools/permission.ts';
import type {
  ModelFacts,
  ModelListResult,
  ProviderDraft,
  ProviderInfo,
  ProviderTestResult,
} from '../models/provider.ts';
import type { EngineEvent, Outcome } from '../runs/run-event.ts';
import type { RunningRun } from '../runs/running-run.ts';
import type {
  EarlierMessages,
  SearchPage,
  SessionChange,
  SessionFormat,
  SessionInfo,
  SessionSpent,
  SessionView,
} from '../conversation/session.ts';
import type { ToolErrorType, ToolInfo, ToolResult } from '../tools/tool.ts';
import type { VaultAction, VaultAnswer } from './vault.ts';

/** A value, or why there is none; nothing throws across a thread. */
export type Fallible<T> =
  { ok: true; value: T } | { ok: false; error: { type: ToolErrorType; message: string } };

/** What the page needs for its first screen. */
export type Boot = {
  /** The Web Lock the engine holds while it lives; whoever gets it knows that the engine is dead. */
  lock: string;
  sessions: SessionInfo[];
  providers: ProviderInfo[];
  defaultProvider: ProviderId;
  agents: Agent[];
  /** Questions that are open, also those of other tabs; what is heard later comes as events. */
  prompts: Prompt[];
  /** Storage that could not be opened: a newer version of the app wrote it, or the browser refused. */
  problem?: 'newer_database' | 'no_storage' | 'engine_failed';
};

export type SendInput = {
  session: SessionId;
  text: string;
  /** Absent: the session's provider, else the default one. */
  provider?: ProviderId;
  /** Absent: the session's agent, else the everyday one. */
  agent?: AgentId;
  /** Overrides the provider's model for this run. */
  model?: string;
  /** Kept with the message; images are shown to the model. */
  attachments?: Attachment[];
  /** What is kept with the session already, as when a message is said differently. */
  media?: MediaBlock[];
  /** The message to go on from, `null` for the very beginning; what came after it becomes another branch. */
  base?: MessageId | null;
};

export type Attachment = { blob: Blob; name?: string };

/** What becomes of calls that were running when their tab died and must not simply be repeated. */
export type ResumeChoice = 'repeat' | 'skip';

/** What `oneclaw.chat.send` resolves to, at the end of the run. */
export type RunReport = {
  session: SessionId;
  run: RunId;
  outcome: Outcome;
  /** The text of the last step. */
  text: string;
  calls: { id: CallId; name: string; arguments: JsonObject; result: ToolResult; duration_ms: number }[];
};

export type ToolCallReport = ToolResult & { duration_ms: number };

export type FileEntry = { name: string; type: 'file' | 'directory'; size: number; modified: number };

/** The most a day may cost, and what this one has cost; runs that still go on are left out. */
export type DayBudget = { budget: Budget; spent: { tokens: number; cost: number } };

/** The wire formats of tool definitions. */
export type DefinitionFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';

/** Contract: no method throws for an expected reason; a rejected promise is a bug or a dead worker. */
export type EngineApi = {
  /** `events` carries `EventBatch`es to the page; behind `host` the page serves a `HostApi`. */
  boot(events: MessagePort, host: MessagePort): Promise<Boot>;

  send(input: SendInput): Promise<RunReport>;
  /** Answers the last user message of the shown branch anew, in a branch of its own. */
  regenerate(session: SessionId): Promise<RunReport>;
  /** Goes on with a run that waits for an answer after its tab died. */
  resume(session: SessionId, calls?: ResumeChoice): Promise<RunReport>;
  /** Shows the branch that runs through this message. */
  showBranch(session: SessionId, message: MessageId): Promise<void>;
  stop(session: SessionId): Promise<void>;
  /** Ends one running call as `cancelled`; its run goes on. Without a session, it is one outside a conversation. */
  cancelCall(call: CallId, session?: SessionId): Promise<void>;
  answerPrompt(prompt: PromptId, answer: PromptAnswer): Promise<void>;

  listSessions(): Promise<SessionInfo[]>;
  /** All of the shown branch. */
  getSession(id: SessionId): Promise<SessionView | null>;
  /** Its end, or what begins shortly before `from`; a page asks for the rest as the user scrolls up. */
  openSession(id: SessionId, from?: MessageId): Promise<SessionView | null>;
  earlierMessages(id: SessionId, before: MessageId): Promise<EarlierMessages>;
  removeSession(id: SessionId): Promise<void>;
  /** Gives it the user's own title, or pins it. */
  updateSession(id: SessionId, change: SessionChange): Promise<Fallible<void>>;
  /** Looks through one stretch of all messages, from `from` on; who asks for no more has ended the search. */
  searchSessions(text: string, from?: MessageId): Promise<SearchPage>;
  /** Markdown of the shown branch, or JSON of all of them. */
  exportSession(id: SessionId, format: SessionFormat): Promise<Fallible<string>>;
  /** What it has cost so far; a run that still goes on is left out. */
  sessionSpent(id: SessionId): Promise<SessionSpent>;
  /** Whether models write titles; sets it where `enabled` is given. */
  writeTitles(enabled?: boolean): Promise<boolean>;
  setSessionProvider(id: SessionId, provider: ProviderId): Promise<void>;

  listProviders(): Promise<ProviderInfo[]>;
  saveProvider(draft: ProviderDraft): Promise<Fallible<ProviderInfo>>;
  removeProvider(id: ProviderId): Promise<void>;
  setDefaultProvider(id: ProviderId): Promise<void>;
  defaultProvider(): Promise<ProviderId>;
  /** Asks the server; works on a draft that was never saved, with the stored key where the draft has none. */
  listModels(draft: ProviderDraft): Promise<ModelListResult>;
  testProvider(draft: ProviderDraft): Promise<ProviderTestResult>;
  /** What the catalogue knows of the draft's model, without what the user says of it. */
  modelFacts(draft: ProviderDraft): Promise<ModelFacts>;
  /** The passphrase in front of the keys. */
  vault(action: VaultAction): Promise<VaultAnswer>;

  /** The everyday agent first. */
  listAgents(): Promise<Agent[]>;
  saveAgent(draft: AgentDraft): Promise<Fallible<Agent>>;
  removeAgent(id: AgentId): Promise<void>;
  setSessionAgent(id: SessionId, agent: AgentId): Promise<void>;

  listTools(): Promise<ToolInfo[]>;
  toolDefinitions(format: DefinitionFormat, names?: string[]): Promise<Json[]>;
  /** Off for every agent: not offered to a model, and answered with `tool_not_available`. */
  setToolEnabled(name: string, enabled: boolean): Promise<Fallible<void>>;
  /** What a day may cost, over all chats; sets it where `budget` is given. */
  dayBudget(budget?: Budget): Promise<Fallible<DayBudget>>;
  /** The whole engine path of one call, outside a conversation; who names its id may cancel it. */
  callTool(name: string, parameters: JsonObject, agent?: AgentId, call?: CallId): Promise<ToolCallReport>;

  /** The runs whose changes of files can be undone, newest first: calls outside a conversation, too, and undos. */
  listUndoable(): Promise<RunId[]>;
  countChanges(runs: readonly RunId[]): Promise<ChangeCounts>;
  /** The files that are not as they were before the run. */
  runChanges(run: RunId): Promise<FileChange[]>;
  undoRun(run: RunId, paths?: readonly string[], options?: UndoOptions): Promise<Fallible<UndoReport>>;

  /** The bytes of an image or a file of a conversation. */
  readBlob(id: BlobId): Promise<Fallible<Blob>>;

  listFiles(path: string): Promise<Fallible<FileEntry[]>>;
  readFile(path: string): Promise<Fallible<Blob>>;
  writeFile(path: string, content: string | Blob): Promise<Fallible<void>>;
  fileInfo(path: string): Promise<Fallible<FileEntry>>;
  /** Changes the workspace as a part of this run, which can be undone; several changes may share it. */
  editFile(run: RunId, edit: FileEdit): Promise<Fallible<void>>;
  /** Ends a write of this run that goes on; the old file stays. */
  cancelEdit(run: RunId): Promise<void>;
  /** Saves only over the text the user began with. */
  saveText(run: RunId, save: TextSave): Promise<Fallible<SaveAnswer>>;
  /** A folder and all that is below it as one archive. */
  zipFolder(path: string): Promise<Fallible<Blob>>;

  /** The real folders that have a copy in the workspace. */
  listMounts(): Promise<MountInfo[]>;
  /** What a real folder would bring; the page has got access to it. */
  surveyFolder(handle: FileSystemDirectoryHandle, everything: boolean): Promise<MountAnswer<FolderSurvey>>;
  /** Copies it; `cancelEdit` of its run ends that, and nothing stays. */
  openMount(folder: OpenMount): Promise<MountAnswer<void>>;
  reviewMount(name: string): Promise<MountAnswer<MountReview>>;
  /** The real file against its copy; `null` where that cannot be shown as text. */
  diffMount(name: string, path: string): Promise<MountAnswer<string | null>>;
  /** `keepIn`: a folder for versions of the real folder that the copy never had. */
  writeMount(name: string, choices: MountChoice[], keepIn: string): Promise<MountAnswer<MountReport>>;
  fetchMount(name: string, choices: MountChoice[], run: RunId): Promise<MountAnswer<MountReport>>;
  /** Forgets the real folder; the copy stays. */
  disconnectMount(name: string): Promise<void>;

  /** The GGUF files on this device. */
  listModelFiles(): Promise<ModelFile[]>;
  /** Copies a file into private storage, and tells `model-progress` events how far it is. */
  importModelFile(file: File): Promise<ModelFileResult>;
  downloadModelFile(url: string): Promise<ModelFileResult>;
  /** Ends the import or download of this name; nothing of it stays. */
  cancelModelFile(name: string): Promise<void>;
  removeModelFile(name: string): Promise<void>;

  listPermissions(): Promise<PermissionOverview>;
  allowHost(host: string): Promise<void>;
  revokeHost(host: string): Promise<void>;

  /** The call log, newest first. */
  listActivity(filter?: CallFilter): Promise<CallRecord[]>;
  activityMetrics(): Promise<ActivityMetrics>;
  /** Of so many days, today included; 1 to 90. */
  dailyFigures(days: number): Promise<DailyFigures>;
  /** JSON Lines, which `scripts/check-log.mjs` verifies. */
  exportActivity(): Promise<string>;
  verifyActivity(head?: ChainPoint): Promise<ChainVerdict>;
  /** How many days a call stays in the log; sets it where `days` is given. */
  keepActivity(days?: number): Promise<number>;

  /** The runs that go on now or wait for an answer, of all chats and tabs, oldest first. */
  listRuns(): Promise<RunningRun[]>;
  /** Everything outside that is set up, and how it was when it was last used. */
  listConnections(): Promise<ConnectionHealth[]>;
  testConnection(kind: ConnectionKind, id: string): Promise<ConnectionTest>;

  /** Everything but keys, as one archive; `app` is the version that stands in it. */
  exportBackup(app: string): Promise<BackupAnswer<Blob>>;
  /** What an import would do. */
  readBackup(file: Blob): Promise<BackupAnswer<BackupPlan>>;
  importBackup(file: Blob, existing: ExistingChoice): Promise<BackupAnswer<BackupReport>>;
  backupState(): Promise<BackupState>;

  /** Servers of tools. */
  mcp: McpApi;
};

/** `EngineApi` as it crosses: calls of a group go by name, because a group itself cannot. */
export type EngineWire = Omit<EngineApi, 'mcp'> & {
  mcp(method: keyof McpApi, values: unknown[]): Promise<unknown>;
};

/** What arrives on the event port. */
export type EventBatch = EngineEvent[];
