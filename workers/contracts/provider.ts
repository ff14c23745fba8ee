/** The contract of a provider: one request in, a stream of model events out. */
import type { JsonObject } from '#shared/json.ts';
import type { BlobId } from '#shared/ids.ts';
import type { BuiltInState, DeviceEvent, DevicePrompt, ModelFile } from '#shared/models/device-model.ts';
import type { Message, Usage } from '#shared/conversation/message.ts';
import type { ModelError, ModelListResult, ModelTraits } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';

/**
 * One request to a model. `messages` is the history that fits the context window, oldest first; every call in it has its
 * result, and the only echoes are those of this format and host.
 */
export type ModelRequest = {
  system: string;
  messages: readonly Message[];
  tools: readonly ToolDefinition[];
  /** More tools, whose definitions the service gives the model only where its search finds them. */
  deferred?: readonly ToolDefinition[];
  /** The model is to answer without calls. The tools are the same as in the requests before. */
  noCalls?: true;
  /** The same for all requests of a chat to one service, so that it finds the cached prompt; says nothing about the chat. */
  cacheKey?: string;
  /** The images and PDF files in `messages`, base64 by blob; what is missing here is described in text. */
  media: ReadonlyMap<BlobId, string>;
};

/** Where a request goes, and the API key that authorises it; the key never leaves the engine. */
export type Destination = {
  baseUrl: string;
  apiKey: string;
  model: string;
};

export type ProviderTarget = Destination & {
  /** What the model can do, and its limits. */
  traits: ModelTraits;
  /** The key is in the locked vault: nothing is sent. */
  isLocked?: boolean;
  /** The longest reply the user wants, in tokens; absent: the server's default. */
  replyLimit?: number;
};

export type StopReason =
  | 'end'
  | 'tool_calls'
  | 'max_tokens'
  /** The model declined. */
  | 'refusal'
  /** A content filter of the service ended the reply. */
  | 'content_filter'
  /** The service paused and continues when it gets the same conversation again (Anthropic `pause_turn`). */
  | 'pause'
  /** The context window was full in the middle of the reply. */
  | 'context_exceeded';

export type ModelEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /**
   * Opaque data that the service wants back unmodified with the open text or reasoning, which it ends. If none is open, it
   * is a part of its own without text. Stored in `Part.echo.data`.
   */
  | { type: 'echo'; of: 'text' | 'reasoning'; data: JsonObject }
  /**
   * A call whose arguments are complete. `id` is the service's, '' if it gave none; `arguments` is a string if it was not
   * a JSON object; `echo` is stored in the call's part.
   */
  | { type: 'call'; id: string; name: string; arguments: JsonObject | string; echo?: JsonObject }
  | { type: 'usage'; usage: Usage }
  /** Discard what came before: the service restarted its reply, or (`isQuiet`) the same reply is read in another way. */
  | { type: 'restart'; isQuiet?: true }
  /** The request failed before any content and will be sent again in so many seconds. */
  | { type: 'retry'; error: ModelError; seconds: number }
  /** The reply is complete. Last event. `detail`: the service's reason for a refusal or a filter. */
  | { type: 'stop'; reason: StopReason; detail?: string }
  /** The reply failed. Last event. */
  | { type: 'error'; error: ModelError };

/** The dependencies of a provider on its environment, injected so that tests control time and network. */
export type ProviderDeps = {
  fetch: typeof fetch;
  /** Resolves after so many milliseconds, or as soon as it is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ random < 1 */
  random(): number;
  online(): boolean;
  /** `https:` pages may not call plain http addresses. */
  pageProtocol: string;
  /** The models of this device; absent outside a browser. */
  onDevice?: OnDeviceModels;
};

/** Contract: `write` never throws, ends with one `stop` or `error`, emits nothing after an abort, and stops when its consumer returns. */
export type OnDeviceModels = {
  builtIn: {
    state(): Promise<BuiltInState>;
    write(prompt: DevicePrompt, signal: AbortSignal): AsyncIterable<DeviceEvent>;
  };
  files: {
    list(): Promise<ModelFile[]>;
    write(
      model: { file: string; contextTokens: number },
      prompt: DevicePrompt,
      signal: AbortSignal,
    ): AsyncIterable<DeviceEvent>;
  };
};

/**
 * Contract: `stream` never throws and always ends with exactly one `stop` or `error`, unless `signal` aborts; then it
 * ends soon with no further event. Deltas come in order; a `call` comes when its arguments are complete.
 */
export type Provider = {
  stream(
    request: ModelRequest,
    target: ProviderTarget,
    deps: ProviderDeps,
    signal: AbortSignal,
  ): AsyncIterable<ModelEvent>;
  /** Whether requests may have `deferred` tools. */
  searchesTools?(target: Pick<ProviderTarget, 'baseUrl' | 'model'>): boolean;
  /** The models the user can choose from. */
  models(target: ProviderTarget, deps: ProviderDeps, signal: AbortSignal): Promise<ModelListResult>;
};

/** A provider whose models answer over a network. */
export type ServerProvider = Provider & {
  /** The `tools` array exactly as in a request. Contract: pure. */
  definitions(tools: readonly ToolDefinition[]): readonly object[];
};
