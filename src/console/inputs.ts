/** What scripts pass to the console: options and drafts with plain strings for ids, and the names of their fields. */
import type { AgentDraft } from '#shared/agents/agent.ts';
import type { SearchDraft } from '#shared/api/search.ts';
import type { MemoryDraft, Memory } from '#shared/memory/memory.ts';
import type { ProviderDraft } from '#shared/models/provider.ts';
import type { ExistingChoice } from '#shared/rpc/backup.ts';
import type { Attachment, ResumeChoice } from '#shared/rpc/protocol.ts';
import type { TaskDraft, Task } from '#shared/tasks/task.ts';
import type { FieldsOf } from './known-fields.ts';

export type SendOptions = {
  /** An existing session; a new one if absent. */
  session?: string;
  agent?: string;
  provider?: string;
  model?: string;
  attachments?: (File | Attachment)[];
  /** The message to continue from; later ones move to another branch. `null`: the beginning. */
  base?: string | null;
};
export const sendOptions: FieldsOf<SendOptions> = {
  session: true,
  agent: true,
  provider: true,
  model: true,
  attachments: true,
  base: true,
};

export type ResumeOptions = { calls?: ResumeChoice };
export const resumeOptions: FieldsOf<ResumeOptions> = { calls: true };

export type CallOptions = { agent?: string; session?: string };
export const callOptions: FieldsOf<CallOptions> = { agent: true, session: true };

export type FileOptions = { as?: 'text' | 'blob' };
export const fileOptions: FieldsOf<FileOptions> = { as: true };

export type PassphraseOptions = { passphrase?: string };
export const passphraseOptions: FieldsOf<PassphraseOptions> = { passphrase: true };

export type ImportOptions = PassphraseOptions & { existing?: ExistingChoice };
export const importOptions: FieldsOf<ImportOptions> = { passphrase: true, existing: true };

export type AgentInput = Omit<AgentDraft, 'id'> & { id?: string };
export const agentFields: FieldsOf<AgentInput> = {
  id: true,
  name: true,
  icon: true,
  systemPrompt: true,
  tools: true,
  deny: true,
  approval: true,
  hosts: true,
  isGuarded: true,
  timeouts: true,
  provider: true,
  model: true,
  fallbacks: true,
  budget: true,
  failedSteps: true,
  parallelCalls: true,
  maxSteps: true,
};

/** `hasKey`: of a provider as `list` gives it; not stored. */
export type ProviderInput = Omit<ProviderDraft, 'kind' | 'id'> & {
  id?: string;
  kind: ProviderDraft['kind'] | 'custom';
  hasKey?: boolean;
};
export const providerFields: FieldsOf<ProviderInput> = {
  id: true,
  kind: true,
  label: true,
  baseUrl: true,
  apiKey: true,
  model: true,
  traits: true,
  hasKey: true,
};

/** The other fields of a memory as `list` gives it are not stored. */
export type MemoryInput = Omit<MemoryDraft, 'id' | 'agent'> &
  Partial<Omit<Memory, keyof MemoryDraft>> & { id?: string; agent?: string };
export const memoryFields: FieldsOf<MemoryInput> = {
  id: true,
  key: true,
  content: true,
  category: true,
  agent: true,
  isPinned: true,
  pinnedBy: true,
  hits: true,
  reinforcedBy: true,
  isWaiting: true,
  isAccepted: true,
  origin: true,
  created: true,
  updated: true,
};

/** The other fields of a task as `list` gives it are not stored. */
export type TaskInput = Omit<TaskDraft, 'id' | 'agent'> &
  Partial<Omit<Task, keyof TaskDraft>> & { id?: string; agent?: string };
export const taskFields: FieldsOf<TaskInput> = {
  id: true,
  name: true,
  prompt: true,
  at: true,
  cron: true,
  on_heartbeat: true,
  time_zone: true,
  agent: true,
  model: true,
  budget: true,
  schedule: true,
  isPaused: true,
  isWaiting: true,
  isAccepted: true,
  origin: true,
  next: true,
  running: true,
  failures: true,
  results: true,
  created: true,
};

export const searchFields: FieldsOf<SearchDraft> = {
  id: true,
  kind: true,
  baseUrl: true,
  apiKey: true,
  template: true,
};
