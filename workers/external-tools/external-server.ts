/** What a client of external tools implements, such as the MCP client; `external-source.ts` makes a tool source of it. */
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { Capability, ToolCategory } from '#shared/tools/tool.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { JsonObject } from '#shared/json.ts';

/** A tool as its server announced it. Untrusted: every field goes through `admitTool`. */
export type AnnouncedTool = {
  /** The server's own name for it. */
  name: string;
  title?: string;
  description?: string;
  /** A JSON Schema; `null`: it was too large to be kept. */
  parameters?: unknown;
  timeoutSeconds?: number;
  repeatable?: boolean;
  /** Refused by its source, such as a changed tool that the user has not accepted yet. */
  refusal?: ToolRefusal;
};

/** Contract: as `ToolSource` and `InEngineTool`, but with the server's own names. */
export type ExternalServer = {
  /** `mcp`, `edge` */
  prefix: string;
  name: string;
  /** The category its tools are shown under, and by which an agent can deny all of them. */
  category: ToolCategory;
  capabilities: readonly Capability[];
  /** The URL its calls are sent to; absent if they do not leave the device. */
  address?(): string;
  /** The same array and objects until they change: what was admitted of them is memoized. */
  tools(): readonly AnnouncedTool[];
  call(tool: string, values: JsonObject, control: EngineControl): Promise<ToolOutcome>;
  onChange(listener: () => void): () => void;
};
