/** Opens links to tool servers with the MCP library; loaded at the first connection. */
/* eslint-disable @typescript-eslint/no-deprecated -- older servers need deprecated features. */
// @modelcontextprotocol/client is the reference implementation and supports the current revision and all
// earlier ones.
import {
  Client,
  auth as authorize,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/client';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { isEndOfStream, translateErrors } from '../errors/library-failure.ts';
import type { ChangedList, Link, LinkDeps } from './link.ts';
import { logText } from './log.ts';
import { repairResponses } from './repair/repair-responses.ts';
import { repairResults } from './repair/repair-transport.ts';
import { endSession, listsOf, requestsOf } from './requests.ts';

export { extractWWWAuthenticateParams, refreshAuthorization } from '@modelcontextprotocol/client';

export const auth: typeof authorize = (...asked) => translateErrors(authorize(...asked));

/**
 * Arguments are validated in a tool host, which can be terminated; the library would validate them in this
 * thread.
 */
const noValidation: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: trusted(data), errorMessage: undefined }),
};

export async function openLink(deps: LinkDeps, signal: AbortSignal): Promise<Link> {
  const client = createClient(deps);
  const transport = repairResults(createTransport(deps), (method, count) =>
    deps.onLog('warning', `${method}: left out ${count} that cannot be read`),
  );
  try {
    await translateErrors(client.connect(transport, { signal, timeout: mcpLimits.connectMs }));
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
  const capabilities = client.getServerCapabilities() ?? {};
  const isLegacy = client.getProtocolEra() === 'legacy';
  // In later revisions, each request carries the log level.
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
      // Not awaited: the server may never answer.
      if (session !== undefined) void endSession(deps, session, protocol).catch(() => undefined);
      await client.close();
    },
  };
}

function createClient(deps: LinkDeps): Client {
  const changed = (list: ChangedList) => ({
    autoRefresh: false,
    debounceMs: mcpLimits.retryMs,
    onChanged: () => deps.onChanged(list),
  });
  const client = new Client(
    { name: 'oneclaw', title: 'OneClaw', version: deps.version },
    {
      capabilities: {
        roots: { listChanged: false },
        elicitation: { form: { applyDefaults: true }, url: {} },
        ...(deps.sample ? { sampling: {} } : {}),
      },
      jsonSchemaValidator: noValidation,
      versionNegotiation: { mode: deps.era },
      listChanged: {
        tools: changed('tools'),
        prompts: changed('prompts'),
        resources: changed('resources'),
      },
    },
  );
  client.setRequestHandler('roots/list', () => ({
    // The host distinguishes it from a folder on the server's own machine.
    roots: [{ uri: 'file://oneclaw/workspace', name: 'workspace' }],
  }));
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
    deps.elicit(params, mcpReq.signal),
  );
  const { sample } = deps;
  if (sample)
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
      sample(params, mcpReq.signal),
    );
  client.setNotificationHandler('notifications/message', ({ params }) =>
    deps.onLog(params.level, [params.logger, logText(params.data)].filter(Boolean).join(': ')),
  );
  client.onerror = (error) => deps.onProblem(error, isEndOfStream(error));
  return client;
}

function createTransport({
  url,
  transport,
  fetch,
  auth,
}: LinkDeps): StreamableHTTPClientTransport | SSEClientTransport {
  // The egress gate handles redirects; the library must not.
  const options = { fetch: repairResponses(fetch), authProvider: auth, redirectPolicy: 'follow' as const };
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
    // Clamps the delay that the server requests: without a minimum, the client could reconnect in a tight
    // loop.
    reconnectionScheduler: (reconnect, delay) => {
      const timer = setTimeout(reconnect, Math.min(Math.max(delay, retryMs), longestRetryMs));
      return () => clearTimeout(timer);
    },
  });
}

/** Casts unvalidated data to the type that the library expects. */
function trusted<T>(data: unknown): T {
  return data as T;
}
