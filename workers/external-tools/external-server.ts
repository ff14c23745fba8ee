/**
 * The interface of a client of external tools, such as the MCP client; `external-source.ts` turns it into a
 * tool source.
 */
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { Capability, ToolCategory } from '#shared/tools/tool.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { JsonObject } from '#shared/json.ts';

/** A tool as its server announced it. Untrusted: every field goes through `admitTool`. */
export type AnnouncedTool = {
  /** The server's own name of the tool. */
  name: string;
  title?: string;
  description?: string;
  /** A JSON Schema; `null` if it was too large to keep. */
  parameters?: unknown;
  timeoutSeconds?: number;
  repeatable?: boolean;
  /**
   * Set if its source rejects it, for example because the tool changed and the user has not accepted the
   * change yet.
   */
  refusal?: ToolRefusal;
};

/** Contract: the same as of `ToolSource` and `InEngineTool`, but with the server's own tool names. */
export type ExternalServer = {
  /** The first part of local names, such as `mcp`. */
  prefix: string;
  name: string;
  /** The category its tools are shown under, and by which an agent can deny all of them. */
  category: ToolCategory;
  capabilities: readonly Capability[];
  /** The URL its calls are sent to; absent if they do not leave the device. */
  address?(): string;
  /**
   * Returns the same array and objects until they change, because the results of admission are memoized by
   * object.
   */
  tools(): readonly AnnouncedTool[];
  call(tool: string, values: JsonObject, control: EngineControl): Promise<ToolOutcome>;
  onChange(listener: () => void): () => void;
};
