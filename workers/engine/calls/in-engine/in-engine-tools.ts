/** The built-in tools that run in the engine, with their dependencies; loaded at the first such call. */
import { browserAgentId } from '#shared/agents/agent.ts';
import type { JsonObject } from '#shared/json.ts';
import { todosOf, type Todo } from '#shared/conversation/todo.ts';
import type { Prompts } from '../../permissions/prompts.ts';
import type { CallId, RunId, SessionId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import type { OpenToolPort } from '#workers/contracts/ports/tool-ports.ts';
import type { Caller, InEngineTool } from '#workers/contracts/tool-source.ts';
import type { TodoPort } from '../../tools/engine-tool.ts';
import { readBefore, readTrace } from '../../permissions/guarded-mode/read-trace.ts';
import { engineTools } from '../../tools/index.ts';

type InEngineDeps = {
  prompts: Pick<Prompts, 'ask'>;
  runs: { view(session: SessionId): SessionView | undefined };
  /** The definition of a tool by its name or an alias. */
  find(name: string): ToolDefinition | undefined;
  openPort: OpenToolPort;
};

export type InEngineTools = {
  /** Undefined if no built-in tool that runs in the engine has this name. */
  answerOf(tool: string, caller: Caller): InEngineTool | undefined;
};

export function createInEngineTools(deps: InEngineDeps): InEngineTools {
  const { prompts, runs, openPort } = deps;
  /** To-dos of calls outside a conversation; kept as long as this tab lives. */
  let consoleTodos: readonly Todo[] = [];

  /** The list of a conversation is derived from its `todowrite` calls, so writing stores nothing. */
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
        const context = {
          ...{ ...control, ...caller, prompts, openPort, todos: todosFor(caller) },
          writer: () => ({ ...caller, ...runOf(caller, deps), tool: name, outside: outsideOf(caller, deps) }),
        };
        return { type: 'success', result: await tool.answer(values, context) };
      };
    },
  };
}

function runOf({ call, session }: Caller, { runs }: InEngineDeps): { run?: RunId } {
  const own = session && runs.view(session)?.messages.findLast((message) => hasCall(message, call));
  return own ? { run: own.run } : {};
}

function hasCall({ parts }: Message, call: CallId): boolean {
  return parts.some((part) => part.type === 'call' && part.id === call);
}

/**
 * The text from outside that the model had read before this call. Without a conversation, the caller is the
 * user, or an agent of the browser, whose conversation is unknown.
 */
function outsideOf({ call, agent, session }: Caller, { runs, find }: InEngineDeps): readonly OutsideSource[] {
  if (agent === browserAgentId) return [{ type: 'server', name: 'WebMCP' }];
  if (!session) return [];
  const view = runs.view(session);
  // A conversation that is not open may contain text from outside.
  return view ? readTrace(readBefore(call, view.messages), find).sources : [{ type: 'history' }];
}
