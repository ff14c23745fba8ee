/**
 * The tools of one server: their stored definitions, which are accepted, and how they are announced and
 * displayed.
 */
import { escapeInvisible, escapeInvisibleLines } from '#shared/invisible.ts';
import type { JsonObject } from '#shared/json.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpTool } from '#shared/mcp/mcp.ts';
import type { AdmittedTool } from '#workers/external-tools/admit-tool.ts';
import type { AnnouncedTool } from '#workers/external-tools/external-server.ts';
import { readKnown, rereadKnown, writeKnown } from './pinning/pinned-server.ts';
import type { KnownTool } from './pinning/pinned-tools.ts';
import { readResourceTool, resourceToolName } from './pinning/resource-tool.ts';
import {
  acceptChanges,
  acceptNew,
  compareWithPins,
  markOf,
  refusalFor,
  type Acceptance,
  type KnownServer,
  type ToLocalName,
} from './pinning/tool-acceptance.ts';

type ToolListDeps = {
  toLocalName: ToLocalName;
  /** Stores the serialised `KnownServer` for the next start and for other tabs. */
  remember(text: string): void;
  onChange(): void;
};

export type ToolList = {
  known(): KnownServer;
  /** Stores what a connection announced; tools with a new name are accepted automatically. */
  apply(announced: Partial<KnownServer>): void;
  /** Accepts the changes of these tools, or of all. */
  accept(names?: readonly string[]): void;
  /** Loads what another tab stored. */
  reread(text: string): void;
  /** The accepted tool with this name (the server's own). */
  find(name: string): KnownTool | undefined;
  /** Returns the same array until the list changes. */
  announced(): readonly AnnouncedTool[];
  /** The tools for display, including rejected ones and changes. */
  describe(admit: Admit): McpTool[];
  onChange(listener: () => void): () => void;
};

type Admit = (tool: AnnouncedTool) => AdmittedTool;

/** Derived from `known`; computed once per change. */
type View = {
  known: KnownServer;
  acceptance: ReadonlyMap<KnownTool, Acceptance>;
  announced: ReadonlyMap<KnownTool, AnnouncedTool>;
  all: readonly AnnouncedTool[];
};

export function createToolList(deps: ToolListDeps, stored: string): ToolList {
  const { toLocalName } = deps;
  const listeners = new Set<() => void>();
  let text = stored;
  let view = createView(readKnown(stored, toLocalName), toLocalName);
  let described: McpTool[] | undefined;

  function show(next: KnownServer): void {
    view = createView(next, toLocalName);
    described = undefined;
    for (const listener of listeners) listener();
    deps.onChange();
  }

  function remember(next: KnownServer): void {
    text = writeKnown(next);
    deps.remember(text);
    show(next);
  }

  return {
    known: () => view.known,
    apply: (announced) => remember(acceptNew({ ...view.known, ...announced }, toLocalName)),
    accept: (names) => remember(acceptChanges(view.known, names)),
    reread(now) {
      if (now === text) return;
      text = now;
      show(rereadKnown(now, view.known, toLocalName));
    },
    find: (name) =>
      view.known.tools.find((tool) => tool.name === name && view.acceptance.get(tool)?.type === 'accepted'),
    announced: () => view.all,
    // Computed lazily, because admitting walks each schema, which is slow.
    describe: (admit) => (described ??= view.known.tools.map((tool) => describeTool(tool, view, admit))),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function createView(known: KnownServer, toLocalName: ToLocalName): View {
  const acceptance = compareWithPins(known);
  const announced = new Map(
    known.tools.map((tool) => [tool, toAnnounced(tool, acceptance.get(tool))] as const),
  );
  const name = toLocalName(resourceToolName);
  const isTaken = [...acceptance].some(([tool, { type }]) => type === 'accepted' && tool.localName === name);
  const all = [...announced.values(), ...readResourceTool(known.offers, isTaken)];
  return { known, acceptance, announced, all };
}

function toAnnounced(tool: KnownTool, acceptance: Acceptance | undefined): AnnouncedTool {
  const refusal = refusalFor(acceptance, tool);
  return { ...tool, repeatable: tool.hints.isReadOnly === true, ...(refusal ? { refusal } : {}) };
}

function describeTool(tool: KnownTool, { acceptance, announced }: View, admit: Admit): McpTool {
  const verdict = acceptance.get(tool);
  const admitted = admit(announced.get(tool) ?? tool);
  const taken = verdict?.type === 'taken' ? refusalFor(verdict, tool) : undefined;
  const refusal = admitted.ok ? taken : admitted.refusal;
  return {
    name: tool.localName,
    original: escapeInvisible(tool.name),
    title: tool.fingerprint.title,
    description: tool.fingerprint.description,
    hints: tool.hints,
    ...(verdict?.type === 'changed'
      ? { change: verdict.change, mark: markOf(tool), schema: schemaText(tool.parameters) }
      : {}),
    ...(refusal ? { refusal } : {}),
  };
}

function schemaText(schema: JsonObject | null): string {
  return escapeInvisibleLines(JSON.stringify(schema, undefined, 2)).slice(0, mcpLimits.schemaShownCharacters);
}
