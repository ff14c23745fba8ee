/** The contract of a provider: one request in, a stream of model events out. */
import type { JsonObject } from '#shared/json.ts';
import type { BlobId } from '#shared/ids.ts';
import type { BuiltInState, DeviceEvent, DevicePrompt, ModelFile } from '#shared/models/device-model.ts';
import type { Message, Usage } from '#shared/conversation/message.ts';
import type { ModelError, ModelListResult, ModelTraits } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';

/**
 * What the loop asks for. `messages` is the fitted history, oldest first, ending with what is new; every call in it has
 * its result, and echoes are only those of this wire.
 */
export type ModelRequest = {
  system: string;
  messages: readonly Message[];
  tools: readonly ToolDefinition[];
  /** The images in `messages`, base64 by blob; one that is missing here is sent as words. */
  images: ReadonlyMap<BlobId, string>;
};

/** Where and as whom the request goes; the key lives only in the engine. */
export type Destination = {
  baseUrl: string;
  apiKey: string;
  model: string;
};

export type ProviderTarget = Destination & {
  /** What the model can do and how much it takes. */
  traits: ModelTraits;
  /** There is a key, but behind the user's passphrase: nothing is sent. */
  isLocked?: boolean;
  /** The longest reply the user wants, in tokens; absent: as the server has it. */
  replyLimit?: number;
};

export type StopReason =
  | 'end'
  | 'tool_calls'
  | 'max_tokens'
  /** The model declined. */
  | 'refusal'
  /** A filter of the service cut the reply. */
  | 'content_filter'
  /** The service wants the same conversation again to go on (Anthropic `pause_turn`). */
  | 'pause'
  /** The window was full in the middle of the reply. */
  | 'context_exceeded';

export type ModelEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /**
   * Belongs to the open text or reasoning and ends it; where none is open, it is a part of its own without text.
   * The wire gets it back unmodified in `Part.echo.data`.
   */
  | { type: 'echo'; of: 'text' | 'reasoning'; data: JsonObject }
  /**
   * A whole call, as soon as its own arguments are complete. `id` is the wire's, '' where it has none; `arguments` is a
   * string where it was no JSON object; `echo` comes back in the call's part.
   */
  | { type: 'call'; id: string; name: string; arguments: JsonObject | string; echo?: JsonObject }
  | { type: 'usage'; usage: Usage }
  /** The request will be sent again; nothing was delivered yet. */
  | { type: 'retry'; error: ModelError; seconds: number }
  /** The reply is complete. Last event. */
  | { type: 'stop'; reason: StopReason }
  /** The reply failed. Last event. */
  | { type: 'error'; error: ModelError };

/** What a provider may use besides its arguments, so that tests own time and network. */
export type ProviderPorts = {
  fetch: typeof fetch;
  /** Resolves after so many milliseconds, or at once when aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ random < 1 */
  random(): number;
  online(): boolean;
  /** `https:` pages may not call plain http addresses. */
  pageProtocol: string;
  /** The models of this device; absent where there is no browser around. */
  onDevice?: OnDevicePorts;
};

/** Contract: `write` never throws, ends with one `stop` or `error`, is silent after an abort, and stops when it is left. */
export type OnDevicePorts = {
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
    ports: ProviderPorts,
    signal: AbortSignal,
  ): AsyncIterable<ModelEvent>;
  /** The models the user can choose from. */
  models(target: ProviderTarget, ports: ProviderPorts, signal: AbortSignal): Promise<ModelListResult>;
};
