/** One connection to a server, by the protocol's own library; nothing else of this app knows the library. */
/* eslint-disable @typescript-eslint/no-deprecated -- what the newest revision has given up, servers of earlier ones need for years. */
// @modelcontextprotocol/client: the reference implementation, which speaks the current revision and all earlier ones.
import {
  Client,
  auth as authorize,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type AuthProvider,
  type CallToolResult,
  type CompleteResult,
  type ElicitRequest,
  type ElicitResult,
  type CreateMessageRequest,
  type CreateMessageResult,
  type GetPromptResult,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
  type ServerCapabilities,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  type Tool,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/client';
import { limits } from '#shared/limits.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpLogLevel } from '#shared/mcp/mcp.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { endSession } from './end-session.ts';
import { fail } from '../errors/failure.ts';
import { isEndOfStream, ours } from '../errors/library-failure.ts';
import { sayData } from './log.ts';
import { readPages } from './read-pages.ts';

export {
  extractWWWAuthenticateParams,
  InsufficientScopeError,
  OAuthError,
  ProtocolError,
  refreshAuthorization,
  RegistrationRejectedError,
  SdkError,
  SdkHttpError,
  SseError,
  UnauthorizedError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';
export type {
  AuthProvider,
  CallToolResult,
  CompleteResult,
  ElicitRequest,
  ElicitResult,
  GetPromptResult,
  Prompt,
  OAuthClientProvider,
  OAuthDiscoveryState,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
  Tool,
};

export type SampleParams = CreateMessageRequest['params'];
export type SampleResult = CreateMessageResult;

export type ChangedList = 'tools' | 'prompts' | 'resources';

export type LinkPorts = {
  url: URL;
  transport: 'http' | 'sse';
  /** `legacy`: without asking whether it speaks the current revision. */
  era: 'auto' | 'legacy';
  fetch: ConnectionFetch;
  auth: AuthProvider;
  version: string;
  /** Absent where the user has not let the server ask the model. */
  sample?(params: SampleParams, signal: AbortSignal): Promise<SampleResult>;
  elicit(params: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitResult>;
  onChanged(list: ChangedList): void;
  onLog(level: McpLogLevel, text: string): void;
  /** What broke, beside a request or in one, which fails by itself as well; `isEnd`: the stream that should last. */
  onProblem(error: Error, isEnd: boolean): void;
};

export type CallControl = {
  signal: AbortSignal;
  onProgress?(progress: { progress: number; total?: number | undefined; message?: string | undefined }): void;
};

export type Link = {
  protocol: string;
  /** Of the revisions without a handshake. */
  isModern: boolean;
  server: { name?: string; version?: string };
  instructions: string;
  capabilities: ServerCapabilities;
  /** The server keeps one for us, which it may forget. */
  hasSession: boolean;
  /** No more than are taken, and one that tells that there are more. */
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

export const auth: typeof authorize = (...asked) => ours(authorize(...asked));

/** What comes is checked by us, in a place that can be killed; the library would check it here. */
const noValidation: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: trusted(data), errorMessage: undefined }),
};

export async function openLink(ports: LinkPorts, signal: AbortSignal): Promise<Link> {
  const client = createClient(ports);
  const transport = createTransport(ports);
  try {
    await ours(client.connect(transport, { signal, timeout: mcpLimits.connectMs }));
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
  const capabilities = client.getServerCapabilities() ?? {};
  const isLegacy = client.getProtocolEra() === 'legacy';
  // Later revisions say with each request how much they want to hear.
  if (capabilities.logging && isLegacy) void client.setLoggingLevel('info').catch(() => undefined);
  const protocol = client.getNegotiatedProtocolVersion() ?? '';
  const session = transport instanceof SSEClientTransport ? undefined : transport.sessionId;
  return {
    protocol,
    isModern: !isLegacy,
    server: client.getServerVersion() ?? {},
    instructions: client.getInstructions() ?? '',
    capabilities,
    hasSession: transport instanceof SSEClientTransport || session !== undefined,
    ...listsOf(client),
    ...requestsOf(client, isLegacy),
    async close() {
      // One that does not answer keeps nobody waiting.
      if (session !== undefined) void endSession(ports, session, protocol).catch(() => undefined);
      await client.close();
    },
  };
}

function createClient(ports: LinkPorts): Client {
  const changed = (list: ChangedList) => ({
    autoRefresh: false,
    debounceMs: mcpLimits.retryMs,
    onChanged: () => ports.onChanged(list),
  });
  const client = new Client(
    { name: 'oneclaw', title: 'OneClaw', version: ports.version },
    {
      capabilities: {
        roots: { listChanged: false },
        elicitation: { form: { applyDefaults: true }, url: {} },
        ...(ports.sample ? { sampling: {} } : {}),
      },
      jsonSchemaValidator: noValidation,
      versionNegotiation: { mode: ports.era },
      listChanged: {
        tools: changed('tools'),
        prompts: changed('prompts'),
        resources: changed('resources'),
      },
    },
  );
  client.setRequestHandler('roots/list', () => ({
    // With a host: a folder of that name on the server's own machine is another one.
    roots: [{ uri: 'file://oneclaw/workspace', name: 'workspace' }],
  }));
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
    ports.elicit(params, mcpReq.signal),
  );
  const { sample } = ports;
  if (sample)
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
      sample(params, mcpReq.signal),
    );
  client.setNotificationHandler('notifications/message', ({ params }) =>
    ports.onLog(params.level, [params.logger, sayData(params.data)].filter(Boolean).join(': ')),
  );
  client.onerror = (error) => ports.onProblem(error, isEndOfStream(error));
  return client;
}

function createTransport({
  url,
  transport,
  fetch,
  auth,
}: LinkPorts): StreamableHTTPClientTransport | SSEClientTransport {
  // Redirects are the gate's business, which follows none.
  const options = { fetch, authProvider: auth, redirectPolicy: 'follow' as const };
  if (transport === 'sse') return new SSEClientTransport(url, options);
  const { retryMs, longestRetryMs, retries } = mcpLimits;
  return new StreamableHTTPClientTransport(url, {
    ...options,
    reconnectionOptions: {
      initialReconnectionDelay: retryMs,
      maxReconnectionDelay: longestRetryMs,
      reconnectionDelayGrowFactor: 2,
      maxRetries: retries,
    },
    // A server that asks to be asked again at once would be asked for ever.
    reconnectionScheduler: (reconnect, delay) => {
      const timer = setTimeout(reconnect, Math.min(Math.max(delay, retryMs), longestRetryMs));
      return () => clearTimeout(timer);
    },
  });
}

function listsOf(client: Client): Pick<Link, 'tools' | 'resources' | 'templates' | 'prompts'> {
  const offers = () => client.getServerCapabilities() ?? {};
  const readAll = async <T>(isOffered: boolean, ...pages: Parameters<typeof readPages<T>>): Promise<T[]> =>
    isOffered ? ours(readPages<T>(...pages)) : [];
  return {
    tools: (signal) =>
      readAll(offers().tools !== undefined, limits.outside.toolsPerSource + 1, async (params) => {
        const page = await client.request({ method: 'tools/list', params }, options(signal));
        return { items: page.tools, next: page.nextCursor };
      }),
    resources: (signal) =>
      readAll(offers().resources !== undefined, mcpLimits.entries, async (params) => {
        const page = await client.request({ method: 'resources/list', params }, options(signal));
        return { items: page.resources, next: page.nextCursor };
      }),
    templates: (signal) =>
      readAll(offers().resources !== undefined, mcpLimits.entries, async (params) => {
        const page = await client.request({ method: 'resources/templates/list', params }, options(signal));
        return { items: page.resourceTemplates, next: page.nextCursor };
      }),
    prompts: (signal) =>
      readAll(offers().prompts !== undefined, mcpLimits.entries, async (params) => {
        const page = await client.request({ method: 'prompts/list', params }, options(signal));
        return { items: page.prompts, next: page.nextCursor };
      }),
  };
}

/** Longer than any wait of ours: deadlines are the caller's, who stops counting while the user is asked. */
const noTimeout = 2 ** 31 - 1;

function options(signal: AbortSignal) {
  return { signal, timeout: mcpLimits.answerMs };
}

function requestsOf(client: Client, isLegacy: boolean): Pick<Link, 'call' | 'read' | 'prompt' | 'complete'> {
  const meta = isLegacy ? {} : { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } };
  return {
    // Without what it says it returns: the library would check that here.
    call: ({ outputSchema: _, ...toolDefinition }, values, { signal, onProgress }) =>
      ours(
        client.callTool(
          { name: toolDefinition.name, arguments: values, ...meta },
          { signal, timeout: noTimeout, toolDefinition, ...(onProgress ? { onprogress: onProgress } : {}) },
        ),
      ),
    read: (uri, signal) =>
      ours(client.readResource({ uri }, { signal, timeout: noTimeout, cacheMode: 'bypass' })),
    prompt: (name, values, signal) =>
      ours(client.getPrompt({ name, arguments: values }, { signal, timeout: noTimeout })),
    complete: (params, signal) => {
      if (!client.getServerCapabilities()?.completions) throw fail('not_offered');
      return ours(client.complete(params, options(signal)));
    },
  };
}

/** The library's own type for what nobody has looked at. */
function trusted<T>(data: unknown): T {
  return data as T;
}
