/**
 * Chooses what an empty chat shows: the categories of the agent's tools, and examples that the agent can do.
 * Pure.
 */
import type { Agent } from '#shared/agents/agent.ts';
import { admits } from '#shared/agents/admitted-tools.ts';
import type { KeyOf } from '#shared/text/index.ts';
import type { ToolCategory, ToolInfo } from '#shared/tools/tool.ts';
import type { IconName } from '#src/ui/kit/icon.tsx';

type Start = { text: KeyOf<'core' | 'chat'>; icon: IconName; tools: readonly string[] };

/** The most telling first. */
const starts: readonly Start[] = [
  { text: 'suggestion.time', icon: 'clock', tools: ['get_current_time'] },
  { text: 'suggestion.write', icon: 'edit', tools: ['write_file'] },
  { text: 'chat.start-python', icon: 'activity', tools: ['run_python'] },
  { text: 'chat.start-shell', icon: 'terminal', tools: ['execute_shell_command'] },
  { text: 'suggestion.list', icon: 'list', tools: ['list_directory'] },
  { text: 'suggestion.chain', icon: 'file', tools: ['write_file', 'read_file'] },
];
const maxStarts = 4;

/** Categories that users look for; the others are shown only if the agent has none of these. */
const asked: readonly ToolCategory[] = ['io', 'network', 'code', 'git', 'memory', 'device'];

export type AgentStarts = { categories: ToolCategory[]; starts: readonly Start[] };

export function agentStarts(agent: Pick<Agent, 'tools' | 'deny'>, tools: readonly ToolInfo[]): AgentStarts {
  const own = tools.filter((tool) => tool.enabled && admits(agent, tool));
  const all = [...new Set(own.map(({ category }) => category))];
  const telling = asked.filter((category) => all.includes(category));
  const has = (name: string) => own.some((tool) => tool.name === name);
  return {
    categories: telling.length > 0 ? telling : all,
    starts: starts.filter((start) => start.tools.every(has)).slice(0, maxStarts),
  };
}
