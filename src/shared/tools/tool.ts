/** What every thread knows of a tool: its public description, and the result in wire form. */
import type { ContentBlock, MediaBlock } from '../conversation/content.ts';
import type { BrowserPermission } from './permission.ts';
import { isExternalName, type ToolRefusal } from './external-tool.ts';
import type { OpenSchema, ParametersSchema } from './schema.ts';

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
export type ToolDefinition = BuiltInTool | ExternalTool;
/** Its parameters stay within the subset that the build compiles. */
export type BuiltInTool = ToolFacts & { parameters: ParametersSchema };
export type ExternalTool = ToolFacts & { parameters: OpenSchema };

type ToolFacts = {
  /** snake_case, unique; those from outside are in the namespace of their source. */
  name: string;
  title: string;
  /** One sentence in English, for the model and for the agent's checkbox list. */
  description: string;
  category: ToolCategory;
  /** Browser permission names asked for before every execution. */
  permissions: readonly BrowserPermission[];
  capabilities: readonly Capability[];
  timeoutSeconds: number;
  /** Where it is answered: in a tool host unless it says `engine`, which holds no host and bounds the wait itself. */
  runs?: 'host' | 'engine';
  /** Its work is the user's: no deadline runs while they think, and no approval is asked for before. */
  waitsForUser?: true;
  /** True where running the call twice does no harm: it may then be repeated after a crash. */
  repeatable: boolean;
  /** The parameters that hold a URL; their hosts pass the egress gate before a tool host is taken. */
  urlParameters: readonly string[];
  /** The parameter shown beside the name on the call's card. */
  summaryParameter?: string;
};

/** The name tells: what comes from outside is in a namespace. */
export function isBuiltIn(tool: ToolDefinition): tool is BuiltInTool {
  return !isExternalName(tool.name);
}

/** A row of `oneclaw.tools.list()`. */
export type ToolInfo = Omit<ToolFacts, 'urlParameters' | 'summaryParameter' | 'runs'> & {
  parameters: ParametersSchema | OpenSchema;
  /** Where it comes from: `built-in`, or the namespace of what it comes from, such as `mcp__github`. */
  source: string;
  /** False: the user switched it off for every agent, or it cannot be used. */
  enabled: boolean;
  /** Why nobody can use it; the others of its source can be used. */
  unusable?: ToolRefusal;
};
