import { describe, expect, it } from 'vitest';
import { defaultAgent, type Agent, type AgentDraft } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { resolveTools } from '#src/console/resolve-tools.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';

const tools = definitions.map((tool): ToolInfo => ({
  ...tool,
  version: '1.0.0',
  source: 'built-in',
  enabled: true,
}));
const stored: Agent = { ...defaultAgent, id: asId<'agent'>('agent_1'), tools: ['execute_shell_command'] };
const resolve = (part: Partial<AgentDraft>) =>
  resolveTools(
    { name: 'A', systemPrompt: '', tools: [], ...part },
    { agents: { list: async () => [defaultAgent, stored] }, tools: { list: async () => tools } },
  );

describe('the tools that a script names in an agent', () => {
  it('are stored by their own names', async () => {
    const draft = await resolve({
      tools: ['read', 'read_file', 'ls', '*', 'group:io', 'mcp__github__*'],
      timeouts: { '*': 20, read: 3 },
      approval: { default: 'ask', tools: { write: 'deny' } },
    });
    expect(draft.tools).toEqual(['read_file', 'list_directory', '*', 'group:io', 'mcp__github__*']);
    expect(draft.timeouts).toEqual({ '*': 20, read_file: 3 });
    expect(draft.approval).toEqual({ default: 'ask', tools: { write_file: 'deny' } });
  });

  it('are rejected with a message if there is no such tool', async () => {
    const wrong: Partial<AgentDraft>[] = [
      { tools: ['reed_file'] },
      { tools: ['group:files'] },
      { tools: ['web_surf'] },
      { timeouts: { reed_file: 1 } },
      { approval: { default: 'auto', tools: { reed_file: 'ask' } } },
    ];
    for (const part of wrong)
      await expect(resolve(part)).rejects.toThrow(/^validation_error: Tool '.*' is not known\. Use /);
  });

  it('stay unchanged if the agent has them already', async () => {
    const draft = await resolve({ id: stored.id, tools: ['execute_shell_command', 'ls'] });
    expect(draft.tools).toEqual(['execute_shell_command', 'list_directory']);
  });

  it('are passed to the engine if they are not names', async () => {
    const odd = [1] as unknown[] as string[];
    expect((await resolve({ tools: odd })).tools).toEqual([1]);
  });
});
