/** The built-in tools that run in the engine, with their dependencies; loaded at the first such call. */
import type { JsonObject } from '#shared/json.ts';
import { todosOf, type Todo } from '#shared/conversation/todo.ts';
import type { Prompts } from '../../permissions/prompts.ts';
import type { ProcessesApi } from '#shared/api/processes.ts';
import type { SessionId } from '#shared/ids.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { Caller, InEngineTool } from '#workers/contracts/tool-source.ts';
import type { TodoPort } from '../../tools/engine-tool.ts';
import { engineTools } from '../../tools/index.ts';

type InEngineDeps = {
  prompts: Pick<Prompts, 'ask'>;
  openProcesses(): Promise<ProcessesApi>;
  runs: { view(session: SessionId): SessionView | undefined };
};

export type InEngineTools = {
  /** Undefined if no built-in tool that runs in the engine has this name. */
  answerOf(tool: string, caller: Caller): InEngineTool | undefined;
};

export function createInEngineTools({ prompts, runs, openProcesses }: InEngineDeps): InEngineTools {
  /** Of calls outside a conversation; kept as long as this tab lives. */
  let consoleTodos: readonly Todo[] = [];

  /** The list of a conversation is read from the calls that wrote it. */
  function todosFor({ session }: Caller): TodoPort {
    if (!session) return { read: () => consoleTodos, write: (todos) => void (consoleTodos = todos) };
    return {
      read: () => todosOf(runs.view(session)?.messages ?? [])?.todos ?? [],
      write: () => undefined,
    };
  }

  return {
    answerOf(name, caller) {
      const tool = engineTools.find((each) => each.name === name);
      if (!tool) return undefined;
      return async (values: JsonObject, control) => {
        const context = { ...control, ...caller, prompts, todos: todosFor(caller), openProcesses };
        return { type: 'success', result: await tool.answer(values, context) };
      };
    },
  };
}
