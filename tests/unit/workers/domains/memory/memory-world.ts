/** Memories with a real database and index, and the model's tools in a conversation. */
import 'fake-indexeddb/auto';
import { browserAgentId, defaultAgent } from '#shared/agents/agent.ts';
import type { Message } from '#shared/conversation/message.ts';
import { newId } from '#shared/ids.ts';
import type { PromptAnswer, PromptSubject } from '#shared/tools/permission.ts';
import type { Question } from '#workers/contracts/user-prompter.ts';
import type { Caller } from '#workers/contracts/tool-source.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createAgentStore } from '#workers/domains/agents/store.ts';
import { writeBlock } from '#workers/domains/memory/memory-block.ts';
import { openMemories } from '#workers/domains/memory/open-memories.ts';
import { openMemorySwitch } from '#workers/domains/memory/settings.ts';
import { createMemoryStore } from '#workers/domains/memory/store.ts';
import { memoryTools } from '#workers/domains/memory/tools/index.ts';
import { createInEngineTools } from '#workers/engine/calls/in-engine/in-engine-tools.ts';
import { session } from '#tests/fixtures/worlds/messages.ts';
import {
  conversation,
  findTool,
  type Call,
  type ConversationEntry,
} from '../../engine/permissions/guarded-mode/conversations.ts';

let databases = 0;

export async function createMemoryWorld() {
  const database = await openDatabase({ name: `memory-${++databases}` });
  const settings = await openMemorySwitch(database);
  const changes: string[] = [];
  const changed = (...ids: string[]) => void changes.push(...ids);
  const memories = openMemories({ database, settings, changed });
  const agents = createAgentStore(database);
  const store = createMemoryStore({
    ...{ database, index: memories.index, agents, changed },
    agentChanged: changed,
  });
  const view: { messages: readonly Message[] } = { messages: [] };
  /** What the user was asked, and what they answer. */
  const user = {
    asked: [] as PromptSubject[],
    answer: 'denied' as PromptAnswer,
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
  };
  const ask = async ({ subject }: Question): Promise<PromptAnswer> => {
    user.asked.push(subject);
    await user.meanwhile?.();
    return user.answer;
  };
  const tools = createInEngineTools({
    ...{ prompts: { ask }, find: findTool },
    tools: memoryTools.map((tool) => ({ tool, openPort: async () => memories.port })),
    runs: { view: (id) => ({ id, messages: [...view.messages] }) },
  });

  async function answer([name, values]: Call, caller: Caller): Promise<string> {
    const tool = tools.answerOf(name, caller);
    const { signal } = new AbortController();
    const control = { signal, progress: () => undefined, hold: () => () => undefined, caller };
    try {
      const outcome = await tool?.(values, control);
      return outcome?.type === 'success' ? String(outcome.result) : 'no such tool';
    } catch (error) {
      return String(error);
    }
  }

  return {
    ...{ database, settings, store, agents, changes, memories, user },
    /** Runs a call of the model at the end of a conversation, in a run of its own. */
    call(entries: readonly ConversationEntry[], [name, values]: Call, run = newId('run')): Promise<string> {
      const { messages, request } = conversation(entries, [name, values]);
      view.messages = messages.map((each) => ({ ...each, run }));
      return answer([name, values], {
        ...{ call: request.call, agent: defaultAgent.id },
        ...{ session, codeSession: session },
      });
    },
    callFromBrowser: (call: Call): Promise<string> =>
      answer(call, { call: newId('call'), agent: browserAgentId, codeSession: session }),
    /** The memories that the model of a new chat is sent with a message. */
    async told(text: string, budgetTokens = 800): Promise<string> {
      const recalled = await memories.recall({ text, agent: defaultAgent.id, budgetTokens });
      return recalled && recalled.memories.length > 0 ? writeBlock(recalled) : '';
    },
  };
}

type MemoryWorld = Awaited<ReturnType<typeof createMemoryWorld>>;

export async function kept(world: MemoryWorld, key: string, content: string, more: object = {}) {
  const saved = await world.store.save({ key, content, ...more });
  if (!saved.ok) throw new Error(saved.error.message);
  return saved.value;
}
