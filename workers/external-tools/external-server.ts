/** What an MCP client or an edge bridge implements; `outside-source.ts` makes a tool source of it. */
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { Capability, ToolCategory } from '#shared/tools/tool.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import type { HostOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { JsonObject } from '#shared/json.ts';

/** A tool as it was announced: nothing of it is trusted. */
export type AnnouncedTool = {
  name: string;
  title?: string;
  description?: string;
  parameters?: unknown;
  timeoutSeconds?: number;
  repeatable?: boolean;
  /** Why its source does not let it in, whatever else is right with it. */
  refusal?: ToolRefusal;
};

/** Contract: as of `ToolSource` and `EngineTool`; names are the server's own. */
export type OutsideServer = {
  /** `mcp`, `edge` */
  prefix: string;
  name: string;
  /** What its tools are shown under, and what an agent can deny all of them by. */
  category: ToolCategory;
  capabilities: readonly Capability[];
  tools(): readonly AnnouncedTool[];
  call(tool: string, values: JsonObject, control: EngineControl): Promise<HostOutcome>;
  onChange(listener: () => void): () => void;
};
