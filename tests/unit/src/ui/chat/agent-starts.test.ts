import { expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import type { Capability, ToolCategory, ToolInfo } from '#shared/tools/tool.ts';
import { agentStarts } from '#src/ui/chat/agent-starts.ts';

const tool = (name: string, category: ToolCategory, capabilities: Capability[] = []): ToolInfo => ({
  ...{ name, category, capabilities, title: name, description: '', permissions: [], timeoutSeconds: 5 },
  ...{
    repeatable: false,
    version: '1.0.0',
    source: 'built-in',
    enabled: true,
    parameters: { type: 'object', properties: {} },
  },
});
const tools = [
  tool('get_current_time', 'system'),
  tool('write_file', 'io', ['files.write']),
  tool('read_file', 'io', ['files.read']),
  tool('list_directory', 'io', ['files.read']),
  tool('run_python', 'code'),
  tool('execute_shell_command', 'code', ['shell']),
  tool('git_commit', 'git'),
];
const textsOf = (agent: Parameters<typeof agentStarts>[0], all = tools) =>
  agentStarts(agent, all).starts.map(({ text }) => text);

it('names files, code and git if the agent has them, and offers four examples', () => {
  expect(agentStarts(defaultAgent, tools).categories).toEqual(['io', 'code', 'git']);
  expect(textsOf(defaultAgent)).toEqual([
    'suggestion.time',
    'suggestion.write',
    'chat.start-python',
    'chat.start-shell',
  ]);
});

it('offers nothing that the agent cannot do', () => {
  expect(textsOf({ tools: ['list_directory', 'read_file'] })).toEqual(['suggestion.list']);
  expect(textsOf({ tools: ['*'], deny: ['files.read', 'shell'] })).not.toContain('chat.start-shell');
  const off = tools.map((each) => (each.name === 'get_current_time' ? { ...each, enabled: false } : each));
  expect(textsOf(defaultAgent, off)).not.toContain('suggestion.time');
});

it('names other tools if these are missing, and none if the agent has none', () => {
  expect(agentStarts({ tools: ['get_current_time'] }, tools).categories).toEqual(['system']);
  expect(agentStarts({ tools: [] }, tools)).toEqual({ categories: [], starts: [] });
});
