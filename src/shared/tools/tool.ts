/** A tool as every thread knows it: its definition and the format of its results. */
import type { ContentBlock, MediaBlock } from '../conversation/content.ts';
import type { BrowserPermission } from './browser-permission.ts';
import type { DeviceFeature } from './device-feature.ts';
import * as limits from '../limits.ts';
import { isBuiltIn, type builtInSource, type SourceId, type ToolRefusal } from './external-tool.ts';
import type { OpenSchema, ParametersSchema } from './schema.ts';
import type { Contacts, Returned } from './tool-exchange.ts';

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

/** The result of a call in the same format for every tool. */
export type ToolResult =
  /** A list of blocks if any of them is not text. */
  | { status: 'success'; result: string | ContentBlock[]; metadata?: ResultMetadata }
  | { status: 'error'; error_type: ToolErrorType; message: string; metadata?: ResultMetadata };

/** Facts beside a result, such as an exit code: kept in the log and shown with the call, never sent to a model. */
export type ResultMetadata = Readonly<Record<string, string>>;

/** The images and files of a result. */
export function resultMedia(result: ToolResult): MediaBlock[] {
  if (result.status === 'error' || typeof result.result === 'string') return [];
  return result.result.filter((block) => block.type !== 'text');
}

/** In the order of the interface. */
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

/** The longest that `longestDeadlineOf` gives for any tool, in seconds. */
export const longestDeadlines = 300;

/** The longest deadline a caller or an agent may set, in seconds. */
export function longestDeadlineOf(tool: { source: string; category: ToolCategory }): number {
  const { category } = tool;
  if (!isBuiltIn(tool)) return limits.external.deadlineSeconds;
  if (category === 'io') return 30;
  if (category === 'network') return 120;
  return category === 'code' || category === 'git' ? longestDeadlines : 60;
}

export const capabilities = [
  'files.read',
  'files.write',
  'network',
  'search',
  'shell',
  'code',
  'git',
  'sessions',
  'memory',
  'tasks',
  'models',
  'host',
] as const;
/** What a tool gets in its context; it can use nothing else. */
export type Capability = (typeof capabilities)[number];

/**
 * The domains with a switch that hides their tools (`isOn` in their `domain.ts`); a tool has the
 * name as a capability.
 */
export const toolFeatures = ['memory', 'tasks'] as const satisfies readonly Capability[];

export function featureOf(tool: {
  capabilities: readonly Capability[];
}): (typeof toolFeatures)[number] | undefined {
  return toolFeatures.find((feature) => tool.capabilities.includes(feature));
}

/**
 * Something that calls share: the path in this parameter with all that is below it, the whole
 * workspace, or other state by name.
 */
export type Resource<Parameter extends string = string> =
  { path: Parameter } | 'workspace' | 'todos' | 'memories' | 'tasks' | 'clipboard';
/** What a call reads and changes. */
export type Touches<Parameter extends string = string> = {
  reads?: readonly Resource<Parameter>[];
  writes?: readonly Resource<Parameter>[];
};

/** Whether people choose about it, for an agent or for all. */
export function isChosen({ forTests, isFinder }: { forTests?: true; isFinder?: true }): boolean {
  return !forTests && !isFinder;
}

/** A tool without its code; can be sent to any thread. */
export type ToolDefinition = BuiltInTool | ExternalTool;
/** Its parameters use the subset of JSON Schema that the build compiles. */
export type BuiltInTool = ToolFacts & { source: typeof builtInSource; parameters: ParametersSchema };
/** `source`: the id of its tool source, such as `mcp__github`. */
export type ExternalTool = ToolFacts & { source: SourceId; parameters: OpenSchema };

type ToolFacts = {
  /** snake_case, unique; external tools have the namespace of their source as a prefix. */
  name: string;
  title: string;
  /** The version of its definition. */
  version?: string;
  /** For tests of the app: `oneclaw.tools.call` runs it, models are not offered it, and screens do not list it. */
  forTests?: true;
  /**
   * Finds or runs tools whose definitions a model is not sent: it is offered only then, to every agent, and screens do
   * not list it.
   */
  isFinder?: true;
  /** One sentence in English, for the model and for the agent's checkbox list. */
  description: string;
  category: ToolCategory;
  /** Browser permissions requested before every execution. */
  permissions: readonly BrowserPermission[];
  /** APIs of the browser that it needs: where one is absent, the tool is not offered. */
  features?: readonly DeviceFeature[];
  capabilities: readonly Capability[];
  timeoutSeconds: number;
  /**
   * Where it runs: in a tool host by default; `engine` tools need none and enforce their own deadline; `code` tools run
   * in the code host of their conversation, which may compile WebAssembly.
   */
  runs?: 'host' | 'engine' | 'code';
  /** It keeps state in the code session: such calls of one session run one after the other. */
  keepsSession?: true;
  /** Granted as well, unless the agent is denied them; the tool works without them. */
  optionalCapabilities?: readonly Capability[];
  /** It asks the user something: no deadline runs meanwhile, and no approval is needed. */
  waitsForUser?: true;
  /** It asks the user where text from outside is in the conversation: it never starts early. */
  mayAsk?: true;
  /** Idempotent: may start before the reply is complete and is repeated after a crash. */
  repeatable: boolean;
  /**
   * Calls of one reply that touch the same thing run in the order of the reply. Without this, a tool with `files.read`
   * reads, and one with `files.write` changes, the whole workspace.
   */
  touches?: Touches;
  /** What its result brings into the conversation; not empty. */
  returns: readonly Returned[];
  /** Whom its calls contact. */
  contacts: Contacts;
  /**
   * Its requests reach public hosts only: a private one is refused without a prompt, also one that the user
   * has allowed.
   */
  publicOnly?: true;
  /** A parameter with a shell command: the user is asked before one that would empty the workspace runs. */
  commandParameter?: string;
  /** A parameter with Python code, in which the engine recognises a calculation. */
  pythonParameter?: string;
  /** A parameter that, where it is true, starts the call as a background process. */
  backgroundParameter?: string;
  /** The parameter shown beside the name on the call's card. */
  summaryParameter?: string;
};

/** A row of `oneclaw.tools.list()`. */
export type ToolInfo = Omit<
  ToolFacts,
  | 'returns'
  | 'contacts'
  | 'summaryParameter'
  | 'runs'
  | 'keepsSession'
  | 'mayAsk'
  | 'touches'
  | 'publicOnly'
  | 'timeoutSeconds'
  | 'version'
> & {
  /** The version of its definition: `1.0.0` if that names none. */
  version: string;
  /** `null` if it waits for the user, without a deadline. */
  timeoutSeconds: number | null;
  parameters: ParametersSchema | OpenSchema;
  /** `built-in`, or the id of its tool source, such as `mcp__github`. */
  source: string;
  /** False if the user switched it off for every agent, or it is refused. */
  enabled: boolean;
  /** Why it is refused; other tools of its source are not affected. */
  unusable?: ToolRefusal;
};
