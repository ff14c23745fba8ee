/** The built-in tools that run in the engine, with their dependencies; loaded at the first such call. */
import { browserAgentId } from '#shared/agents/agent.ts';
import type { JsonObject } from '#shared/json.ts';
import type { CallId, RunId, SessionId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import type { ConversationPort, InEngineToolCode } from '#workers/contracts/engine-tool.ts';
import type { Caller, InEngineTool } from '#workers/contracts/tool-source.ts';
import type { UserPrompter } from '#workers/contracts/user-prompter.ts';
import { readBefore, readTrace } from '../../permissions/guarded-mode/read-trace.ts';

/** `openPort` opens the port that the tool's domain provides for it. */
export type DomainTool = { tool: InEngineToolCode; openPort(): Promise<object> };

type InEngineDeps = {
  prompts: UserPrompter;
  runs: { view(session: SessionId): SessionView | undefined };
  /** The definition of a tool by its name or an alias. */
  find(name: string): ToolDefinition | undefined;
  tools: readonly DomainTool[];
};

export type InEngineTools = {
  /** Undefined if no built-in tool that runs in the engine has this name. */
  answerOf(tool: string, caller: Caller): InEngineTool | undefined;
};

/** The calls of one tool outside a conversation that are kept, as long as this tab lives. */
const maxKept = 100;

export function createInEngineTools(deps: InEngineDeps): InEngineTools {
  const { prompts, runs, tools } = deps;
  const callsOutside = new Map<string, JsonObject[]>();

  function conversationOf({ session }: Caller): ConversationPort {
    return {
      calls(tool) {
        if (!session) return callsOutside.get(tool) ?? [];
        return callsIn(runs.view(session)?.messages ?? [], tool);
      },
    };
  }

  return {
    answerOf(name, caller) {
      const found = tools.find(({ tool }) => tool.name === name);
      if (!found) return undefined;
      const { tool, openPort } = found;
      return async (values: JsonObject, control) => {
        const context = {
          ...{ ...control, ...caller, prompts, conversation: conversationOf(caller), port: await openPort() },
          writer: () => ({ ...caller, ...runOf(caller, deps), tool: name, outside: outsideOf(caller, deps) }),
        };
        const returned = await tool.answer(values, context);
        if (!caller.session)
          callsOutside.set(name, [...(callsOutside.get(name) ?? []), values].slice(-maxKept));
        if (typeof returned === 'string' || Array.isArray(returned))
          return { type: 'success', result: returned };
        const { content, ...more } = returned;
        return { type: 'success', result: content, ...more };
      };
    },
  };
}

function callsIn(messages: readonly Message[], tool: string): JsonObject[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'call' && part.name === tool && part.status === 'success' ? [part.arguments] : [],
    ),
  );
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
