/** An agent read from a file of this app or of another one, as it is shown before anything is saved. */
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
  'unsupported',
] as const;
export type LeftReason = (typeof leftReasons)[number];

/** `path`: where it is in the file, such as `tools.sandboxing`, or the name of a tool; never its value. */
export type LeftOut = { path: string; reason: LeftReason };

export type AgentImport = {
  format: AgentFormat;
  /** For `agents.save`. Its name may be empty where the file has none. */
  draft: AgentDraft;
  left: LeftOut[];
  /** How many more parts there are that `left` does not list. */
  more: number;
};

export type ImportFault = 'large' | 'not_readable' | 'not_agent' | 'no_tools';

export type AgentImportAnswer =
  | { ok: true; value: AgentImport }
  | { ok: false; error: { type: 'validation_error'; fault: ImportFault; message: string } };
