/** Agent definitions of other systems: their tools under the names of ours, and what they may not do. */
import { describe, expect, it } from 'vitest';
import { importAgent } from '#shared/agents/import-agent.ts';

const read = (value: unknown) => importAgent(JSON.stringify(value));

describe('importAgent', () => {
  it('turns an EvoClaw definition into tools of ours and denials', () => {
    expect(
      read({
        name: 'living-room-pi',
        system_prompt: 'Look after the room.',
        tools: ['read', 'write', 'bash', 'websearch', 'git_*'],
        capabilities: ['file_read', 'network'],
      }),
    ).toEqual({
      ok: true,
      draft: {
        name: 'living-room-pi',
        systemPrompt: 'Look after the room.',
        tools: ['read_file', 'write_file', 'execute_shell_command', 'web_search', 'group:git'],
        deny: ['files.write', 'shell', 'code', 'git', 'sessions', 'memory', 'models', 'host'],
      },
    });
  });

  it('reads a capability table of yes and no, and every tool where none is listed', () => {
    const all = { file_read: true, file_write: true, shell: true, network: false, git: true, session: true };
    expect(read({ agent: { agent_id: 'pi', prompt: 'Hi', allowed: all } })).toMatchObject({
      draft: {
        name: 'pi',
        systemPrompt: 'Hi',
        tools: ['*'],
        deny: ['network', 'search', 'memory', 'models', 'host'],
      },
    });
  });

  it('lets an unknown capability allow nothing', () => {
    expect(read({ name: 'x', allowed: ['everything', 7] })).toMatchObject({
      draft: { deny: expect.arrayContaining(['files.read', 'network', 'shell']) as string[] },
    });
  });

  it('keeps an agent of ours, but neither its id nor a model of another browser', () => {
    const agent = {
      id: 'agent_1',
      name: 'Careful',
      systemPrompt: 'Care.',
      tools: ['group:io', 'get_local_time'],
      deny: ['network'],
      approval: { default: 'ask', tools: { read_file: 'auto', write_file: 'perhaps' } },
      timeouts: { read_file: 5, write_file: 'long' },
      provider: 'provider_1',
      model: 'm',
      maxSteps: 'unlimited',
    };
    const { id: _, provider: __, model: ___, ...kept } = agent;
    expect(read(agent)).toEqual({
      ok: true,
      draft: {
        ...kept,
        tools: ['group:io', 'get_current_time'],
        approval: { default: 'ask', tools: { read_file: 'auto' } },
        timeouts: { read_file: 5 },
      },
    });
  });

  it('makes a name that can be read of one that cannot', () => {
    const name = `Ev\u202eery\u200bday ${'a'.repeat(200)}`;
    const read = importAgent(JSON.stringify({ name, tools: [] }));
    expect(read.ok && read.draft.name).toBe(`Everyday ${'a'.repeat(91)}`);
  });

  it('takes the names out of tool definitions', () => {
    const tools = [{ name: 'ls' }, { type: 'function', function: { name: 'read' } }, 5, 'ls'];
    expect(read({ name: 'x', tools })).toMatchObject({ draft: { tools: ['list_directory', 'read_file'] } });
  });

  it.each([
    ['{', 'not_json'],
    ['[]', 'not_agent'],
    ['"agent"', 'not_agent'],
    ['{"name": "x"}', 'no_tools'],
  ])('says what is wrong with %s', (text, problem) =>
    expect(importAgent(text)).toEqual({ ok: false, problem }),
  );
});
