/** What answers our own tools that run in the engine, with what they may reach; loaded at the first such call. */
import type { JsonObject } from '#shared/json.ts';
import { todosOf, type Todo } from '#shared/conversation/todo.ts';
import type { Prompts } from '../../permissions/prompts.ts';
import type { Runs } from '#workers/domains/runs/runs.ts';
import type { EngineTool } from '#workers/contracts/tool-source.ts';
import type { Caller, TodoPort } from '../../tools/engine-tool.ts';
import { engineTools } from '../../tools/index.ts';

type OwnToolPorts = { prompts: Pick<Prompts, 'ask'>; runs: Pick<Runs, 'view'> };

export type OwnTools = {
  /** Undefined where no tool of ours has this name. */
  answerOf(tool: string, caller: Caller): EngineTool | undefined;
};

export function createOwnTools({ prompts, runs }: OwnToolPorts): OwnTools {
  /** Of calls outside a conversation; it lives as long as this tab. */
  let outside: readonly Todo[] = [];

  /** A conversation holds its list itself, in the calls that wrote it. */
  function todosFor({ session }: Caller): TodoPort {
    if (!session) return { read: () => outside, write: (todos) => void (outside = todos) };
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
        const context = { ...control, ...caller, prompts, todos: todosFor(caller) };
        return { type: 'success', result: await tool.answer(values, context) };
      };
    },
  };
}
