/** What every thread knows of a tool: its public description, a call to it, and the result in wire form. */
import type { ContentBlock, MediaBlock } from './content.ts';
import type { CallId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { BrowserPermission } from './permission.ts';
import type { ParametersSchema } from './schema.ts';

export const errorTypes = [
  'tool_not_found',
  'tool_not_available',
  'validation_error',
  'permission_denied',
  'path_not_allowed',
  'file_not_found',
  'file_too_large',
  'binary_file',
  'storage_full',
  'network_error',
  'timeout',
  'cancelled',
  'interrupted',
  'execution_error',
] as const;

export type ToolErrorType = (typeof errorTypes)[number];

/** The wire form of a result, the same for every tool (FEAT-004, "Tool Result Format"). */
export type ToolResult =
  /** A list of blocks where any of them is not text. */
  | { status: 'success'; result: string | ContentBlock[] }
  | { status: 'error'; error_type: ToolErrorType; message: string };

/** The images and files of a result. */
export function resultMedia(result: ToolResult): MediaBlock[] {
  if (result.status === 'error' || typeof result.result === 'string') return [];
  return result.result.filter((block) => block.type !== 'text');
}

/** In the order in which they are shown. */
export const toolCategories = [
  'io',
  'network',
  'system',
  'notify',
  'memory',
  'agent',
  'code',
  'git',
  'device',
] as const;
export type ToolCategory = (typeof toolCategories)[number];

export const capabilities = [
  'files.read',
  'files.write',
  'network',
  'shell',
  'git',
  'sessions',
  'memory',
  'host',
] as const;
/** A port that a tool receives in its context; what it does not name it cannot reach. */
export type Capability = (typeof capabilities)[number];

/** Everything about a tool but its code; safe on any thread. */
export type ToolDefinition = {
  /** snake_case, unique */
  name: string;
  title: string;
  /** One sentence in English, for the model and for the agent's checkbox list. */
  description: string;
  category: ToolCategory;
  parameters: ParametersSchema;
  /** Browser permission names asked for before every execution. */
  permissions: readonly BrowserPermission[];
  capabilities: readonly Capability[];
  timeoutSeconds: number;
  /** True where running the call twice does no harm: it may then be repeated after a crash. */
  repeatable: boolean;
  /** The parameters that hold a URL; their hosts pass the egress gate before a tool host is taken. */
  urlParameters: readonly string[];
  /** The parameter shown beside the name on the call's card. */
  summaryParameter?: string;
};

/** A row of `oneclaw.tools.list()`. */
export type ToolInfo = Omit<ToolDefinition, 'urlParameters' | 'summaryParameter'> & {
  /** Where it comes from: `built-in`; later an MCP server, an edge node, the user. */
  source: string;
  /** False: the user switched it off for every agent. */
  enabled: boolean;
};

/** A model's request to run a tool; `id` is the provider's, made unique where the provider's is not. */
export type ToolCall = {
  id: CallId;
  name: string;
  arguments: JsonObject;
};
