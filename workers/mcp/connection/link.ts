/** The types of an open link to a server, and the library's types that the rest of the app uses. */
/* eslint-disable @typescript-eslint/no-deprecated -- older servers need deprecated features. */
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

export type * from '@modelcontextprotocol/client';

export type SampleParams = CreateMessageRequest['params'];
export type SampleResult = CreateMessageResult;

export type ChangedList = 'tools' | 'prompts' | 'resources';

export type LinkDeps = {
  url: URL;
  transport: 'http' | 'sse';
  /** `legacy` skips the check whether the server supports the current revision. */
  era: 'auto' | 'legacy';
  fetch: ConnectionFetch;
  auth: AuthProvider;
  /** This app's version, sent to servers. */
  version: string;
  /** Absent if the user has not allowed the server to use the model (sampling). */
  sample?(params: SampleParams, signal: AbortSignal): Promise<SampleResult>;
  elicit(params: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitResult>;
  onChanged(list: ChangedList): void;
  onLog(level: McpLogLevel, text: string): void;
  /** Called with every error, including those of single requests; `isEnd`: a long-lived stream has ended. */
  onProblem(error: Error, isEnd: boolean): void;
};

export type CallControl = {
  signal: AbortSignal;
  onProgress?(progress: { progress: number; total?: number | undefined; message?: string | undefined }): void;
};

export type Link = {
  /** The protocol's revision, such as `2026-07-28`. */
  protocol: string;
  /** True if the negotiated revision has no handshake. */
  isModern: boolean;
  server: { name?: string; version?: string };
  instructions: string;
  capabilities: ServerCapabilities;
  /** True if the server keeps a session for this app, which may expire. */
  hasSession: boolean;
  /** At most one more than the limit, so that the caller can see that there are more. */
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
