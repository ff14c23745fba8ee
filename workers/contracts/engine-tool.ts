/** The contract of a built-in tool that runs in the engine: one file in `tools` of its domain. */
import { builtInSource } from '#shared/tools/external-tool.ts';
import type { ArgumentsOf, ParametersSchema } from '#shared/tools/schema.ts';
import type { Contacts, Returned } from '#shared/tools/tool-exchange.ts';
import type { AgentId, RunId, SessionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import type { BuiltInTool, Capability, ToolCategory, Touches } from '#shared/tools/tool.ts';
import type { ToolReturn } from './tool-content.ts';
import type { Caller, EngineControl } from './tool-source.ts';
import type { UserPrompter } from './user-prompter.ts';

/**
 * The caller's conversation, on the branch that is shown. A tool derives the state of a conversation from the calls in
 * it, so that the state follows the branch; to write it, the call itself is enough.
 */
export type ConversationPort = {
  /**
   * The arguments of the successful calls of a tool, oldest first, as the model wrote them. Outside a conversation:
   * those of this tab.
   */
  calls(tool: string): readonly JsonObject[];
};

/** Who writes with a call: the agent and its conversation, and the text from outside that its model had read. */
export type CallWriter = {
  /** Absent: a call by the user, outside a conversation. */
  agent?: AgentId;
  session?: SessionId;
  /** Absent: a call outside a run. */
  run?: RunId;
  tool: string;
  /** The sources of the outside text that the model had read when it made the call. */
  outside: readonly OutsideSource[];
};

/** Unlike a tool in a tool host, it is as trusted as the engine. */
export type InEngineContext<Port extends object = object> = EngineControl &
  Caller & {
    prompts: UserPrompter;
    conversation: ConversationPort;
    /** What `toolPort` of the tool's domain returns. */
    port: Port;
    writer(): CallWriter;
  };

type InEngineToolSpec<S extends ParametersSchema, Port extends object> = {
  name: string;
  title: string;
  version?: string;
  description: string;
  category: ToolCategory;
  parameters: S;
  returns: readonly [Returned, ...Returned[]];
  contacts: Extract<Contacts, { type: 'nothing' | 'user' }>;
  timeoutSeconds: number;
  capabilities?: readonly Capability[];
  repeatable?: boolean;
  waitsForUser?: true;
  /** See `ToolDefinition`. */
  mayAsk?: true;
  isFinder?: true;
  touches?: Touches<keyof S['properties'] & string>;
  summaryParameter?: keyof S['properties'] & string;
  /**
   * Contract: it only waits (for the user, for another run) and never computes; an expected failure is a
   * `ToolError`.
   */
  answer(args: ArgumentsOf<S>, context: InEngineContext<Port>): Promise<ToolReturn> | ToolReturn;
};

/** The definition and the code. */
export type InEngineToolCode<Port extends object = object> = BuiltInTool & {
  answer(args: unknown, context: InEngineContext<Port>): Promise<ToolReturn> | ToolReturn;
};

export function defineInEngineTool<const S extends ParametersSchema, Port extends object = object>(
  spec: InEngineToolSpec<S, Port>,
): InEngineToolCode<Port> {
  const { answer, ...definition } = spec;
  return {
    source: builtInSource,
    permissions: [],
    capabilities: [],
    repeatable: false,
    runs: 'engine',
    ...definition,
    // The engine has validated the arguments against `parameters`.
    answer: (args, context) => answer(args as ArgumentsOf<S>, context),
  };
}
