/** The contract of a built-in tool that runs in the engine: one file per tool, one line in `index.ts`. */
import type { ArgumentsOf, ParametersSchema } from '#shared/tools/schema.ts';
import type { Todo } from '#shared/conversation/todo.ts';
import type { BuiltInTool, Capability, ToolCategory, Touches } from '#shared/tools/tool.ts';
import type { MemoryWriter } from '#workers/contracts/ports/memory-port.ts';
import type { ToolContent } from '#workers/contracts/tool-content.ts';
import type { OpenToolPort } from '#workers/contracts/ports/tool-ports.ts';
import type { Prompts } from '../permissions/prompts.ts';
import type { Caller, EngineControl } from '#workers/contracts/tool-source.ts';

export type TodoPort = {
  /** The to-do list of the caller's conversation, on the branch that is shown. */
  read(): readonly Todo[];
  write(todos: readonly Todo[]): void;
};

/** Unlike a tool in a tool host, it is as trusted as the engine. */
type InEngineContext = EngineControl &
  Caller & {
    prompts: Pick<Prompts, 'ask'>;
    todos: TodoPort;
    /** Opens the port that a domain provides for its tools; its code is loaded at first use. */
    openPort: OpenToolPort;
    /** The caller, and the text from outside that the model had read before this call. */
    writer(): MemoryWriter;
  };

type InEngineToolSpec<S extends ParametersSchema> = {
  name: string;
  title: string;
  description: string;
  category: ToolCategory;
  parameters: S;
  timeoutSeconds: number;
  capabilities?: readonly Capability[];
  repeatable?: boolean;
  waitsForUser?: true;
  touches?: Touches<keyof S['properties'] & string>;
  summaryParameter?: keyof S['properties'] & string;
  /**
   * Contract: it only waits (for the user, for another run) and never computes; an expected failure is a
   * `ToolError`.
   */
  answer(args: ArgumentsOf<S>, context: InEngineContext): Promise<ToolContent> | ToolContent;
};

/** The definition and the code. */
export type InEngineToolCode = BuiltInTool & {
  answer(args: unknown, context: InEngineContext): Promise<ToolContent> | ToolContent;
};

export function defineInEngineTool<const S extends ParametersSchema>(
  spec: InEngineToolSpec<S>,
): InEngineToolCode {
  const { answer, ...definition } = spec;
  return {
    permissions: [],
    capabilities: [],
    repeatable: false,
    urlParameters: [],
    runs: 'engine',
    ...definition,
    // The engine has validated the arguments against `parameters`.
    answer: (args, context) => answer(args as ArgumentsOf<S>, context),
  };
}
