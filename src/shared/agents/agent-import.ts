/** An agent read from a file of this app or of another one, as it is shown before anything is saved. */
import type { ServerId, TaskId } from '../ids.ts';
import type { McpError } from '../mcp/mcp-error.ts';
import type { MemoryAnswer, MemoryImportReport } from '../memory/memory.ts';
import type { AgentDraft } from './agent.ts';

export type AgentFormat = 'oneclaw' | 'evoclaw' | 'kai' | 'claude-code' | 'opencode' | 'character-card';

/** Why a part of the file is not in the draft, or not as it was. */
export const leftReasons = [
  'stricter',
  'unreadable',
  'unknown-tool',
  'secret',
  'model',
  'server',
  'hidden',
  'memory-invalid',
  'memory-long',
  'memory-limit',
  'server-known',
  'server-address',
  'server-headers',
  'server-limit',
  'task',
  'heartbeat',
  'unsupported',
] as const;
export type LeftReason = (typeof leftReasons)[number];

/** `path`: where it is in the file, such as `tools.sandboxing`, or the name of a tool, memory, server or task; never its value. */
export type LeftOut = { path: string; reason: LeftReason };

export type AgentImport = {
  format: AgentFormat;
  /** For `agents.save`. Its name may be empty where the file has none. */
  draft: AgentDraft;
  left: LeftOut[];
  /** How many more parts there are that `left` does not list. */
  more: number;
  /** Absent: the file contains nothing but the agent. */
  data?: AgentData;
};

/** Data in the file besides the agent; `importData` saves it. */
export type AgentData = {
  /**
   * `added`, `changed`: the keys of memories; a changed one replaces a stored memory of the same
   * key. `skipped`: how many are stored already.
   */
  memories: { added: Listed; changed: Listed; skipped: number };
  servers: AgentServer[];
  /** The names of the tasks; each waits until the user accepts it. */
  tasks: Listed;
};

/** The first names, and how many more there are. */
export type Listed = { names: string[]; more: number };

/** A tool server (MCP). `headers`: their names. */
export type AgentServer = { name: string; url: string; headers: string[] };

/** What `importData` has saved, for undo, and what it could not save. */
export type ImportedData = {
  /** Absent: the file had no memories to add. */
  memories?: MemoryAnswer<MemoryImportReport>;
  servers: ServerId[];
  tasks: TaskId[];
  failed: { name: string; error: McpError }[];
};

export type ImportFault = 'large' | 'not_readable' | 'not_agent' | 'no_tools';

export type AgentImportAnswer = { ok: true; value: AgentImport } | ImportRefusal;
/** `locked`: a server has headers, and the vault is locked. Nothing was saved. */
export type AgentDataAnswer = { ok: true; value: ImportedData } | ImportRefusal<ImportFault | 'locked'>;
type ImportRefusal<Fault = ImportFault> = {
  ok: false;
  error: { type: 'validation_error'; fault: Fault; message: string };
};
