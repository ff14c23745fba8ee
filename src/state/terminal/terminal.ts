/**
 * A terminal: the commands that the user typed in one shell, with their output. It lives as long as the page.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { ShellInfo, TerminalCommand, TerminalTool } from '#shared/api/terminal.ts';
import { newId, type CallId, type RunId, type SessionId } from '#shared/ids.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import type { Changes } from '../chat/changes.ts';
import type { Toasts } from '../base/toasts.ts';
import { t } from '../text/text.ts';

/** A command with its output and its result. */
export type TerminalBlock = {
  id: CallId;
  /** The run under which its file changes can be undone. */
  run: RunId;
  tool: TerminalTool;
  text: string;
  /** The working directory in which it began. */
  folder: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The output so far; `report` has all of it. */
  output: string;
  report?: ToolCallReport;
  /** It waits for another command in this shell. */
  isQueued?: boolean;
};

export type Terminal = {
  session: SessionId | undefined;
  /** Oldest first. */
  blocks: ReadonlySignal<readonly TerminalBlock[]>;
  running: ReadonlySignal<TerminalBlock | undefined>;
  /** `null` before the first command, and until loaded. */
  shell: ReadonlySignal<ShellInfo | null>;
  /** The chosen prompt, and the text typed there that was not run yet. */
  tool: { value: TerminalTool };
  draft: { value: string };
  /** The commands run at this prompt, oldest first, without consecutive duplicates. */
  history(tool: TerminalTool): readonly string[];
  /** False while another command runs. */
  run(tool: TerminalTool, text: string): boolean;
  /** Stops the running command. */
  stop(): void;
  clear(): void;
  refresh(): Promise<void>;
};

export type TerminalDeps = {
  api: Pick<EngineApi, 'terminal'> & { chat: Pick<EngineApi['chat'], 'cancelCall'> };
  onEvents(listener: (events: readonly EngineEvent[]) => void): () => void;
  toasts: Pick<Toasts, 'attempt'>;
  changes: Pick<Changes, 'watch'>;
};

export const firstFolder = '/workspace';

/** Older blocks are removed, because their output takes memory. */
const maxBlocks = 200;
/** Seconds: the longest deadline of a command. */
const timeout = 120;

export function createTerminal(deps: TerminalDeps, session: SessionId | undefined): Terminal {
  const blocks = signal<readonly TerminalBlock[]>([]);
  const shell = signal<ShellInfo | null>(null);
  const running = computed(() => blocks.value.find(({ report }) => !report));
  const typed: Typed[] = [];

  function change(id: CallId, changed: (block: TerminalBlock) => Partial<TerminalBlock>): void {
    blocks.value = blocks.value.map((block) => (block.id === id ? { ...block, ...changed(block) } : block));
  }

  async function refresh(): Promise<void> {
    const found = await deps.toasts.attempt(deps.api.terminal.shell(session));
    if (found !== undefined) shell.value = found;
  }

  async function execute(block: TerminalBlock): Promise<void> {
    const report = await deps.toasts.attempt(deps.api.terminal.run(commandOf(block, session)));
    // The shell has stored its state by now; the next prompt shows it.
    await refresh();
    change(block.id, ({ startedAt }) => ({ report: report ?? interrupted(startedAt) }));
    deps.changes.watch(block.run);
  }

  // Never unsubscribed: a command may end while another screen is shown.
  deps.onEvents((events) => {
    for (const event of events) {
      if (event.type === 'call-output') change(event.call, ({ output }) => ({ output: output + event.text }));
      if (event.type === 'call-queued') change(event.call, () => ({ isQueued: event.isQueued }));
      // The agent uses the same shell, so its call may have changed the state.
      if (event.type === 'tool-end' && session && event.session === session) void refresh();
    }
  });

  return {
    ...{ session, blocks, running, shell, refresh },
    tool: signal<TerminalTool>('execute_shell_command'),
    draft: signal(''),
    history: (tool) => historyOf(tool, typed, shell.value),
    run(tool, text) {
      if (running.value) return false;
      const block: TerminalBlock = {
        ...{ id: newId('call'), run: newId('run'), tool, text, output: '', startedAt: Date.now() },
        folder: shell.value?.folder ?? firstFolder,
      };
      typed.push({ tool, text });
      blocks.value = [...blocks.value, block].slice(-maxBlocks);
      void execute(block);
      return true;
    },
    stop() {
      if (running.value) void deps.toasts.attempt(deps.api.chat.cancelCall(running.value.id, session));
    },
    clear() {
      blocks.value = running.value ? [running.value] : [];
    },
  };
}

function commandOf(
  { id: call, run, tool, text }: TerminalBlock,
  session: SessionId | undefined,
): TerminalCommand {
  const parameters = tool === 'execute_shell_command' ? { command: text, timeout } : { code: text, timeout };
  return { call, run, tool, parameters, ...(session ? { session } : {}) };
}

type Typed = { tool: TerminalTool; text: string };

function historyOf(tool: TerminalTool, typed: readonly Typed[], shell: ShellInfo | null): string[] {
  const own = typed.filter((each) => each.tool === tool).map(({ text }) => text);
  const kept = tool === 'execute_shell_command' ? (shell?.history ?? []) : [];
  const known = new Set(kept);
  // The shell's history does not contain commands that were stopped.
  const all = [...kept, ...own.filter((text) => !known.has(text))];
  return all.filter((text, at) => text !== all[at - 1]);
}

function interrupted(startedAt: number): ToolCallReport {
  const message = t('problem.engine-restarted');
  return { status: 'error', error_type: 'interrupted', message, duration_ms: Date.now() - startedAt };
}
