/** What the user types in a terminal: `api.terminal`. */
import type { CallId, RunId, SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { ToolCallReport } from '../rpc/protocol.ts';

/** The tools a terminal has a prompt for. */
export const terminalTools = ['execute_shell_command', 'run_javascript', 'run_python'] as const;
export type TerminalTool = (typeof terminalTools)[number];

/** A command of the user. `run`: its file changes can be undone under this id. */
export type TerminalCommand = {
  call: CallId;
  run: RunId;
  tool: TerminalTool;
  parameters: JsonObject;
  /** The conversation whose shell it runs in; absent: the shell outside of conversations. */
  session?: SessionId;
};

/** The parts of a shell's state that a terminal shows; the shell keeps them between commands. */
export type ShellInfo = {
  /** The working directory, such as `/workspace/notes`. */
  folder: string;
  /** Oldest first, with the commands of the agent. */
  history: string[];
  /** Functions and aliases. */
  commands: string[];
  variables: string[];
};

export type TerminalApi = {
  /** The shell of a conversation, or that outside of conversations; `null` before its first command. */
  shell(session?: SessionId): Promise<ShellInfo | null>;
  /**
   * Runs what the user typed, as the agent of the conversation: its denied capabilities and its
   * hosts apply, its tool list and approval modes do not. Output is posted as `call-output` events.
   */
  run(command: TerminalCommand): Promise<ToolCallReport>;
};
