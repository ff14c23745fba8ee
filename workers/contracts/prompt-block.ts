/** What a domain tells the models of a chat: at its start in the system prompt, later with the user's messages. */
import type { RunId } from '#shared/ids.ts';
import type { Agent } from '#shared/agents/agent.ts';
import type { ToldLine, ToldNote } from '#shared/conversation/message.ts';
import type { UsedMemory } from '#shared/memory/memory.ts';

type PromptSubject = {
  agent: Agent;
  /** The new message of the user. */
  text: string;
  /** The names of the tools that the agent is offered. */
  tools: ReadonlySet<string>;
  /** The runs of the chat before it, oldest first. */
  runs: readonly RunId[];
};

/**
 * A new message of the user. `contextTokens`: the smallest context window of the run's models; 0: the run has no model.
 * `told`: what the messages before it told, oldest first.
 */
export type UserTurn = PromptSubject & { contextTokens: number; told: readonly ToldNote[] };

/** `budgetTokens`: the most tokens to tell. `told`: the newest line by its id of what the domain has told in this chat. */
export type PromptRequest = PromptSubject & { budgetTokens: number; told: ReadonlyMap<string, ToldLine> };

/** `intro`: a sentence before the lines, or ''. `used`: the memories among the lines. */
export type Told = { intro: string; lines: ToldLine[]; used?: UsedMemory[] };

export type PromptBlock<Needs> = {
  /** The name of the block in the prompt, and `by` of its notes. */
  name: string;
  /** The part of the context window that it may take. */
  share: number;
  /** For the system prompt of a new chat, which never changes. */
  begin?(request: PromptRequest, needs: Needs): Promise<Told>;
  /** With each message of the user: only what differs from `told`. */
  update?(request: PromptRequest, needs: Needs): Promise<Told>;
};
