/** One tool server (MCP): its connection, its tools, and its tool source for the registry. */
import { escapeInvisible, visibleText } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpState, McpTool } from '#shared/mcp/mcp.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { externalName } from '#workers/external-tools/external-name.ts';
import type { ExternalServer } from '#workers/external-tools/external-server.ts';
import { createExternalSource } from '#workers/external-tools/external-source.ts';
import type { ToolSource } from '#workers/contracts/tool-source.ts';
import type { ServerRecord } from './stored-server.ts';
import { callTool, type CallDeps, type ServerUse } from './call-tool.ts';
import type { ChangedList, Link } from './connection/link.ts';
import type { ServerLog } from './connection/log.ts';
import type { Opened, TransportChoice } from './connection/negotiate-transport.ts';
import { createConnection, type Connection, type LinkEvents } from './connection/session.ts';
import { toError } from './errors/failure.ts';
import { admitOffers } from './offers/admit-offers.ts';
import { toKnownTool, type KnownTool } from './pinning/pinned-tools.ts';
import type { KnownServer, ToLocalName } from './pinning/tool-acceptance.ts';
import { hasValidHeaders } from './pinning/tool-headers.ts';
import type { Redactor } from './redact-secrets.ts';
import { createRunningCalls, type RunningCalls } from './requests/running-calls.ts';
import { createToolList } from './tool-list.ts';

export type { ServerUse } from './call-tool.ts';

/** Dependencies, each bound to this server. */
export type ServerDeps = {
  /** The current stored record. */
  record(): ServerRecord;
  open(record: ServerRecord, handlers: Handlers, signal: AbortSignal): Promise<Opened>;
  /** Finds a more precise cause than the browser reports. */
  explain(error: McpError): Promise<McpError>;
  log: ServerLog;
  redactor: Pick<Redactor, 'redact' | 'redactResult' | 'redactError'>;
  /** Stores the serialised `KnownServer`. */
  remember(text: string): void;
  onChange(): void;
  /** Called when a request made for a model is over. */
  onUse(use: ServerUse): void;
  now(): number;
};

export type Handlers = {
  /** The transport and revision that worked the last time. */
  known: TransportChoice | undefined;
  live: LinkEvents;
  runningCalls: RunningCalls;
  log: ServerLog;
  onChanged(list: ChangedList): void;
};

export type Server = {
  state(): McpState;
  known(): KnownServer;
  /** The tools as the interface lists them. */
  tools(): McpTool[];
  log: ServerLog;
  /** Removes the server's secrets from a text that the user copies from it. */
  cut(text: string): string;
  connection: Connection;
  external: ExternalServer;
  /** `external` as a tool source for the registry. */
  source: ToolSource;
  /** Accepts changed tools, by their local names or marks; absent: all of them. */
  accept(names?: readonly string[]): void;
  /** Closes the connection; the next use opens one with the current settings. */
  reset(): void;
  switchOff(): void;
  /** Loads what another tab stored. */
  reread(text: string): void;
};

const prefix = 'mcp';

/** `stored`: the serialised `KnownServer`; '' for a new server. */
export function createServer(deps: ServerDeps, stored: string): Server {
  const { log } = deps;
  const runningCalls = createRunningCalls();
  const toLocalName: ToLocalName = (name) => localNameFor(deps.record(), name);
  const tools = createToolList({ toLocalName, remember: deps.remember, onChange: deps.onChange }, stored);

  const refreshTools = coalesce(async () => {
    // Connecting loads the list anyway.
    if (connection.state().type !== 'ready') return;
    const signal = AbortSignal.timeout(mcpLimits.answerMs);
    await connection
      .use(async (link) => tools.apply({ tools: await readTools(link, toLocalName, log, signal) }), signal)
      .catch((error: unknown) => log.add('app', 'warning', `tools/list: ${toError(error).type}`));
  });

  const connection = createConnection({
    now: deps.now,
    explain: deps.explain,
    onState: deps.onChange,
    async open(live, signal) {
      const onChanged = (list: ChangedList) => (list === 'tools' ? refreshTools() : deps.onChange());
      const handlers = { known: tools.known().way, live, runningCalls, log, onChanged };
      const { link, way } = await deps.open(deps.record(), handlers, signal);
      return { link: admitOffers(link, log), way };
    },
    async welcome({ link, way }, signal) {
      tools.apply({ tools: await readTools(link, toLocalName, log, signal), ...offersOf(link), way });
    },
  });

  const { redactor, onUse, now } = deps;
  const title = () => visibleText(deps.record().title || deps.record().name);
  const call: CallDeps = { title, toLocalName, tools, connection, runningCalls, redactor, onUse, now };
  const external: ExternalServer = {
    prefix,
    name: deps.record().name,
    category: 'network',
    capabilities: ['network'],
    tools: tools.announced,
    address: () => deps.record().url,
    call: (name, values, control) => callTool(call, name, values, control),
    onChange: tools.onChange,
  };
  const source = createExternalSource(external);

  return {
    ...{ log, connection, external, source, cut: redactor.redactResult },
    state: connection.state,
    known: tools.known,
    tools: () => tools.describe(source.admit),
    accept: tools.accept,
    reread: tools.reread,
    reset: () => connection.close(deps.record().enabled ? 'idle' : 'off', { type: 'cancelled' }),
    switchOff: () => connection.close('off', { type: 'switched_off' }),
  };
}

/** A tool with a rejected name still needs a name for display. */
function localNameFor({ id, name: server }: ServerRecord, name: string): string {
  const named = externalName(prefix, server, name);
  return named.ok ? named.name : `${id}__${escapeInvisible(name)}`;
}

async function readTools(
  link: Link,
  toLocalName: ToLocalName,
  log: Pick<ServerLog, 'add'>,
  signal: AbortSignal,
): Promise<KnownTool[]> {
  const tools = await Promise.all((await link.tools(signal)).map((tool) => toKnownTool(tool, toLocalName)));
  if (!link.isModern) return tools;
  const valid = tools.filter(({ parameters }) => !parameters || hasValidHeaders(parameters));
  if (valid.length < tools.length)
    log.add('app', 'warning', 'tools/list: left out tools with a bad x-mcp-header');
  return valid;
}

function offersOf({ capabilities, instructions }: Link): Pick<KnownServer, 'offers' | 'instructions'> {
  const { resources, prompts, completions, logging } = capabilities;
  return {
    offers: {
      resources: resources !== undefined,
      prompts: prompts !== undefined,
      completions: completions !== undefined,
      logging: logging !== undefined,
    },
    instructions: visibleText(instructions).slice(0, mcpLimits.instructionCharacters),
  };
}

/** Runs `work` now, or once more after the current run, however often it is requested meanwhile. */
function coalesce(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isStale = false;
  async function run(): Promise<void> {
    while (isStale) {
      isStale = false;
      await work();
    }
  }
  return () => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    void run().finally(() => (isRunning = false));
  };
}
