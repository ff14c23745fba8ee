/** All tools, loaded when a screen first needs them. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { CallId, SessionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { builtInSource } from '#shared/tools/external-tool.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import type { Toasts } from '../base/toasts.ts';
import { findText, loadTexts, toKey } from '../text/text.ts';

export type Tools = {
  /** With the titles in the language of the interface; `null` until loaded. */
  list: ReadonlySignal<readonly ToolInfo[] | null>;
  /** Display names by name; empty until loaded. */
  titles: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Loads the list unless it is there or on its way. */
  load(): void;
  refresh(): Promise<void>;
  /** On or off for every agent. */
  setEnabled(name: string, isEnabled: boolean): Promise<void>;
  /** Runs a tool outside any chat. */
  run(name: string, values: JsonObject, call: CallId): Promise<ToolCallReport | undefined>;
  /** Cancels one running or waiting call of a session, or one outside a session. Its run continues. */
  cancel(call: CallId, session?: SessionId): void;
  fold(events: readonly EngineEvent[]): void;
};

export type ToolsApi = {
  tools: Pick<EngineApi['tools'], 'list' | 'setEnabled' | 'call'>;
  chat: Pick<EngineApi['chat'], 'cancelCall'>;
};

export function createTools(api: ToolsApi, toasts: Pick<Toasts, 'attempt'>): Tools {
  const sent = signal<readonly ToolInfo[] | null>(null);
  const list = computed(() => sent.value?.map((tool) => ({ ...tool, title: titleOf(tool) })) ?? null);
  const titles = computed(() => new Map(list.value?.map(({ name, title }) => [name, title])));
  let isLoading = false;

  function load(): void {
    if (sent.peek() || isLoading) return;
    isLoading = true;
    void refresh().finally(() => (isLoading = false));
  }

  async function refresh(): Promise<void> {
    const loaded = await toasts.attempt(Promise.all([api.tools.list(), loadTexts('tool-names')]));
    if (loaded) sent.value = loaded[0];
  }

  async function setEnabled(name: string, enabled: boolean): Promise<void> {
    // Optimistic update: the switch moves at once, and the list of the engine follows.
    sent.value = sent.value?.map((tool) => (tool.name === name ? { ...tool, enabled } : tool)) ?? null;
    await toasts.attempt(api.tools.setEnabled(name, enabled));
    await refresh();
  }

  return {
    list,
    titles,
    load,
    refresh,
    setEnabled,
    run: (name, values, call) => toasts.attempt(api.tools.call(name, values, { call })),
    cancel: (call, session) => void toasts.attempt(api.chat.cancelCall(call, session)),
    fold(events) {
      const changed = events.some((event) => event.type === 'changed' && event.kind === 'tools');
      if (changed && sent.value) void refresh();
    },
  };
}

/** A tool of a server, and one of the tests, has only the title that the engine sends. */
function titleOf({ name, title, source }: ToolInfo): string {
  return (source === builtInSource ? findText(`tool.${toKey(name)}.title`) : undefined) ?? title;
}
