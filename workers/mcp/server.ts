/** One server as this app lives with it: its connection, what is known of it, and its tools as a source of ours. */
import type { JsonObject } from '#shared/json.ts';
import { printable, printableLines, visibleText } from '#shared/invisible.ts';
import { limits } from '#shared/limits.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpState, McpTool } from '#shared/mcp/mcp.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { admitTool } from '#workers/external-tools/admit-tool.ts';
import { outsideName } from '#workers/external-tools/external-name.ts';
import type { AnnouncedTool, OutsideServer } from '#workers/external-tools/external-server.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import type { HostOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { ServerRecord } from '#workers/domains/mcp/store.ts';
import { admitOffers } from './offers/admit-offers.ts';
import { createAsking, type Asking } from './requests/asking.ts';
import type { Opened, Way } from './connection/negotiate-transport.ts';
import { createConnection, type Connection, type Live } from './connection/session.ts';
import { fail, toError } from './errors/failure.ts';
import {
  acceptChanges,
  acceptNew,
  markOf,
  readKnown,
  rereadKnown,
  writeKnown,
  type KnownServer,
} from './pinning/pinned-server.ts';
import { knowTool, type KnownTool } from './pinning/pinned-tools.ts';
import { createServerLog, type ServerLog } from './connection/log.ts';
import type { Mask } from './redact-secrets.ts';
import { toFailure, toOutcome, toResourceOutcome } from './offers/outcome.ts';
import { showProgress } from './progress.ts';
import type { ChangedList, Link } from './connection/protocol-client.ts';
import { hasGoodHeaders } from './pinning/tool-headers.ts';
import { listForModel, readResourceTool, resourceToolName } from './pinning/resource-tool.ts';
import { judgeTools, refusalFor, type Standing } from './pinning/tool-acceptance.ts';

/** What one server needs of the rest; all of it is for this server alone. */
export type ServerPorts = {
  /** As it is stored now. */
  record(): ServerRecord;
  open(record: ServerRecord, handlers: Handlers, signal: AbortSignal): Promise<Opened>;
  explain(error: McpError): Promise<McpError>;
  mask: Pick<Mask, 'cut' | 'cutError'>;
  remember(text: string): void;
  onChange(): void;
  /** A request of a model to it is over. */
  onUse(use: ServerUse): void;
  now(): number;
};

export type ServerUse = { at: number; milliseconds: number } | { at: number; error: McpError };

export type Handlers = {
  known: Way | undefined;
  live: Live;
  asking: Asking;
  log: ServerLog;
  onChanged(list: ChangedList): void;
};

export type Server = {
  state(): McpState;
  known(): KnownServer;
  tools(): McpTool[];
  log: ServerLog;
  connection: Connection;
  /** What `createOutsideSource` makes a source of. */
  outside: OutsideServer;
  /** The names of tools as the model knows them; absent: all. */
  accept(names?: readonly string[]): void;
  /** Settings changed: it is connected anew when it is needed. */
  reset(): void;
  switchOff(): void;
  /** Another tab wrote down what it knows. */
  reread(text: string): void;
};

const prefix = 'mcp';

export function createServer(ports: ServerPorts, stored: string): Server {
  let text = stored;
  let known = readKnown(stored, wireOf);
  let standing = judgeTools(known);
  let announced: AnnouncedTool[] | undefined;
  let described: McpTool[] | undefined;
  const listeners = new Set<() => void>();
  const log = createServerLog(ports.now, ports.mask.cut);
  const asking = createAsking();
  const title = () => visibleText(ports.record().title || ports.record().name);

  const connection = createConnection({
    now: ports.now,
    explain: ports.explain,
    onState: ports.onChange,
    async open(live, signal) {
      const handlers = {
        known: known.way,
        live,
        asking,
        log,
        onChanged: hear,
      };
      const { link, way } = await ports.open(ports.record(), handlers, signal);
      return { link: admitOffers(link, log), way };
    },
    welcome: async ({ link, way }, signal) => know(link, way, signal),
  });

  /** Of a name that is refused, what is shown of it. */
  function wireOf(name: string): string {
    const named = outsideName(prefix, ports.record().name, name);
    return named.ok ? named.name : `${ports.record().id}__${printable(name)}`;
  }

  function change(next: KnownServer, read?: string): void {
    known = next;
    standing = judgeTools(next);
    announced = undefined;
    described = undefined;
    text = read ?? writeKnown(next);
    if (read === undefined) ports.remember(text);
    for (const listener of listeners) listener();
    ports.onChange();
  }

  async function readTools(link: Link, signal: AbortSignal): Promise<KnownTool[]> {
    const tools = await Promise.all((await link.tools(signal)).map((tool) => knowTool(tool, wireOf)));
    if (!link.isModern) return tools;
    const good = tools.filter(({ parameters }) => !parameters || hasGoodHeaders(parameters));
    if (good.length < tools.length)
      log.add('app', 'warning', 'tools/list: left out tools with a bad x-mcp-header');
    return good;
  }

  async function know(link: Link, way: Way, signal: AbortSignal): Promise<void> {
    const tools = await readTools(link, signal);
    const { resources, prompts, completions, logging } = link.capabilities;
    const offers = {
      resources: resources !== undefined,
      prompts: prompts !== undefined,
      completions: completions !== undefined,
      logging: logging !== undefined,
    };
    const instructions = visibleText(link.instructions).slice(0, mcpLimits.instructionCharacters);
    change(acceptNew({ ...known, tools, offers, instructions, way }, wireOf));
  }

  /** However often it changes, one reading is under way and one at most is to come. */
  let reading: Promise<void> | undefined;
  let isStale = false;
  function hear(list: ChangedList): void {
    if (list !== 'tools') return ports.onChange();
    isStale = true;
    reading ??= readAgain().finally(() => (reading = undefined));
  }

  async function readAgain(): Promise<void> {
    // Whoever connects reads the list anyway.
    while (isStale && connection.state().type === 'ready') {
      isStale = false;
      const signal = AbortSignal.timeout(mcpLimits.answerMs);
      await connection
        .use(async (link) => {
          change(acceptNew({ ...known, tools: await readTools(link, signal) }, wireOf));
        }, signal)
        .catch((error: unknown) => log.add('app', 'warning', `tools/list: ${toError(error).type}`));
    }
  }

  function announce(tool: KnownTool): AnnouncedTool {
    const { name, parameters, description, hints } = tool;
    const refusal = refusalFor(standing.get(tool), tool);
    return {
      name,
      title: tool.title,
      description,
      // What was too large to keep is refused for being so.
      parameters: parameters ?? { type: 'object', enum: Array(limits.outside.schemaValues + 1).fill(0) },
      repeatable: hints.isReadOnly === true,
      ...(refusal ? { refusal } : {}),
    };
  }

  function ownTools(): AnnouncedTool[] {
    const wire = wireOf(resourceToolName);
    const isTaken = [...standing].some(([tool, { type }]) => type === 'accepted' && tool.wire === wire);
    return readResourceTool(known.offers, isTaken);
  }

  const outside: OutsideServer = {
    prefix,
    get name() {
      return ports.record().name;
    },
    category: 'network',
    capabilities: ['network'],
    tools: () => (announced ??= [...known.tools.map(announce), ...ownTools()]),
    call,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  async function call(name: string, values: JsonObject, control: EngineControl): Promise<HostOutcome> {
    const done = asking.begin(wireOf(name), control);
    try {
      const startedAt = ports.now();
      const outcome = await connection.use((link) => ask(link, name, values, control), control.signal);
      ports.onUse({ at: ports.now(), milliseconds: ports.now() - startedAt });
      return outcome;
    } catch (error) {
      // The library calls every end of a wait a timeout.
      const failed = ports.mask.cutError(toError(control.signal.aborted ? control.signal.reason : error));
      // What the server refuses, or the user ends, says nothing of the connection.
      if (failed.type !== 'refused' && failed.type !== 'cancelled')
        ports.onUse({ at: ports.now(), error: failed });
      return toFailure(title(), failed);
    } finally {
      done();
    }
  }

  /** Of a tool as it is now: the connection may have been made for this call, and have brought another list. */
  async function ask(
    link: Link,
    name: string,
    values: JsonObject,
    { signal, progress }: EngineControl,
  ): Promise<HostOutcome> {
    const tool = known.tools.find((each) => each.name === name && standing.get(each)?.type === 'accepted');
    if (!tool && name === resourceToolName) return readForModel(link, values, signal);
    if (!tool?.parameters) throw fail('not_offered', name);
    const definition = { name, inputSchema: { ...tool.parameters, type: 'object' as const } };
    const onProgress = showProgress(progress, ports.now);
    return toOutcome(title(), await link.call(definition, values, { signal, onProgress }), ports.mask.cut);
  }

  async function readForModel(link: Link, { uri }: JsonObject, signal: AbortSignal): Promise<HostOutcome> {
    if (typeof uri === 'string' && uri !== '')
      return toResourceOutcome(title(), await link.read(uri, signal));
    return toOutcome(title(), await listForModel(link, signal));
  }

  return {
    state: connection.state,
    known: () => known,
    log,
    connection,
    outside,
    // Each schema is walked for it, which is not to be had for a look.
    tools: () => (described ??= known.tools.map((tool) => describe(tool, standing.get(tool), outside))),
    accept: (names) => change(acceptChanges(known, names)),
    reset() {
      const next = ports.record().enabled ? 'idle' : 'off';
      connection.close({ type: next }, { type: 'cancelled' });
    },
    switchOff: () => connection.close({ type: 'off' }, { type: 'switched_off' }),
    reread(now) {
      if (now !== text) change(rereadKnown(now, known, wireOf), now);
    },
  };
}

function describe(tool: KnownTool, standing: Standing | undefined, server: OutsideServer): McpTool {
  const admitted = admitTool({ ...tool, parameters: tool.parameters ?? undefined }, server);
  const tooLarge = tool.parameters === null ? { reason: 'schema_too_large' as const, detail: '' } : undefined;
  const taken = standing?.type === 'taken' ? refusalFor(standing, tool) : undefined;
  const refusal = tooLarge ?? (admitted.ok ? taken : admitted.refusal);
  return {
    name: tool.wire,
    original: printable(tool.name),
    title: tool.face.title,
    description: tool.face.description,
    hints: tool.hints,
    ...(standing?.type === 'changed'
      ? { change: standing.change, mark: markOf(tool), schema: shownJson(tool.parameters) }
      : {}),
    ...(refusal ? { refusal } : {}),
  };
}

function shownJson(value: JsonObject | null): string {
  return printableLines(JSON.stringify(value, undefined, 2)).slice(0, mcpLimits.schemaShownCharacters);
}
