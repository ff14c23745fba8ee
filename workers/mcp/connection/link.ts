/** Types of one open link to a server, and those of the protocol's library that the rest of the app reads. */
/* eslint-disable @typescript-eslint/no-deprecated -- servers of earlier revisions need what the newest has given up. */
import type {
  AuthProvider,
  CallToolResult,
  CompleteResult,
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerCapabilities,
  Tool,
} from '@modelcontextprotocol/client';
import type { McpLogLevel } from '#shared/mcp/mcp.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';

export type {
  AuthProvider,
  CallToolResult,
  ElicitRequest,
  ElicitResult,
  GetPromptResult,
  OAuthClientProvider,
  OAuthDiscoveryState,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
  Tool,
} from '@modelcontextprotocol/client';

export type SampleParams = CreateMessageRequest['params'];
export type SampleResult = CreateMessageResult;

export type ChangedList = 'tools' | 'prompts' | 'resources';

export type LinkDeps = {
  url: URL;
  transport: 'http' | 'sse';
  /** `legacy`: without asking whether the server speaks the current revision. */
  era: 'auto' | 'legacy';
  fetch: ConnectionFetch;
  auth: AuthProvider;
  /** Of this app, sent to servers. */
  version: string;
  /** Absent where the user has not allowed the server to ask the model. */
  sample?(params: SampleParams, signal: AbortSignal): Promise<SampleResult>;
  elicit(params: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitResult>;
  onChanged(list: ChangedList): void;
  onLog(level: McpLogLevel, text: string): void;
  /** Any error, also one that a request fails with by itself; `isEnd`: the stream that should last has ended. */
  onProblem(error: Error, isEnd: boolean): void;
};

export type CallControl = {
  signal: AbortSignal;
  onProgress?(progress: { progress: number; total?: number | undefined; message?: string | undefined }): void;
};

export type Link = {
  /** The protocol's revision, such as `2026-07-28`. */
  protocol: string;
  /** Speaks a revision without a handshake. */
  isModern: boolean;
  server: { name?: string; version?: string };
  instructions: string;
  capabilities: ServerCapabilities;
  /** The server keeps a session for this app, which it may forget. */
  hasSession: boolean;
  /** At most one more than the limit, which shows that there are more. */
  tools(signal: AbortSignal): Promise<Tool[]>;
  resources(signal: AbortSignal): Promise<Resource[]>;
  templates(signal: AbortSignal): Promise<ResourceTemplateType[]>;
  prompts(signal: AbortSignal): Promise<Prompt[]>;
  call(tool: Tool, values: Record<string, unknown>, control: CallControl): Promise<CallToolResult>;
  read(uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
  prompt(name: string, values: Record<string, string>, signal: AbortSignal): Promise<GetPromptResult>;
  complete(
    params: {
      ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
      argument: { name: string; value: string };
      context?: { arguments: Record<string, string> };
    },
    signal: AbortSignal,
  ): Promise<CompleteResult>;
  close(): Promise<void>;
};
