/** The contract of a tool of ours that is answered in the engine: one file per tool, one line in `index.ts`. */
import type { CallId, SessionId } from '#shared/ids.ts';
import type { ArgumentsOf, ParametersSchema } from '#shared/tools/schema.ts';
import type { Todo } from '#shared/conversation/todo.ts';
import type { BuiltInTool, ToolCategory } from '#shared/tools/tool.ts';
import type { ToolContent } from '#workers/contracts/tool-content.ts';
import type { Prompts } from '../permissions/prompts.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';

/** Whose call it is; without a session it is one outside a conversation. */
export type Caller = { call: CallId; session?: SessionId };

export type TodoPort = {
  /** The list of the caller's conversation, on its shown branch. */
  read(): readonly Todo[];
  write(todos: readonly Todo[]): void;
};

/** What such a tool may reach: other than a tool in a host, it is as trusted as the engine. */
type EngineToolContext = EngineControl & Caller & { prompts: Pick<Prompts, 'ask'>; todos: TodoPort };

type EngineToolSpec<S extends ParametersSchema> = {
  name: string;
  title: string;
  description: string;
  category: ToolCategory;
  parameters: S;
  timeoutSeconds: number;
  repeatable?: boolean;
  waitsForUser?: true;
  summaryParameter?: keyof S['properties'] & string;
  /** Contract: it only waits (for the user, for another run) and never computes; an expected failure is a `ToolError`. */
  answer(args: ArgumentsOf<S>, context: EngineToolContext): Promise<ToolContent> | ToolContent;
};

/** Its definition, and what answers it. */
export type OwnEngineTool = BuiltInTool & {
  answer(args: unknown, context: EngineToolContext): Promise<ToolContent> | ToolContent;
};

export function defineEngineTool<const S extends ParametersSchema>(spec: EngineToolSpec<S>): OwnEngineTool {
  const { answer, ...definition } = spec;
  return {
    permissions: [],
    capabilities: [],
    repeatable: false,
    urlParameters: [],
    runs: 'engine',
    ...definition,
    // The arguments were validated against `parameters` before.
    answer: (args, context) => answer(args as ArgumentsOf<S>, context),
  };
}
