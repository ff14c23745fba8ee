/**
 * Agent definitions of this app and of other systems: what becomes part of the agent, and what is listed as
 * left out.
 */
import { describe, expect, it } from 'vitest';
import type { AgentDraft } from '#shared/agents/agent.ts';
import { approvalFor } from '#shared/agents/admitted-tools.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { importAgent } from '#workers/domains/agents/import/import-agent.ts';

const isKnown = (name: string) => definitions.some((tool) => tool.name === name);
const readText = (text: string | Blob) => importAgent(text, isKnown);
const read = (value: unknown) => readText(JSON.stringify(value));

/** The left out paths, by reason. */
async function leftOf(text: string | Blob): Promise<Record<string, string[]>> {
  const answer = await readText(text);
  if (!answer.ok) throw new Error(answer.error.message);
  const byReason: Record<string, string[]> = {};
  for (const { path, reason } of answer.value.left) (byReason[reason] ??= []).push(path);
  return byReason;
}

function approvalOf(draft: AgentDraft | undefined, tools: readonly string[]) {
  return draft && tools.map((tool) => approvalFor(draft, tool));
}

describe('a definition in JSON', () => {
  it('turns an EvoClaw definition into OneClaw tools and denials', async () => {
    expect(
      await read({
        name: 'living-room-pi',
        system_prompt: 'Look after the room.',
        tools: ['read', 'write', 'bash', 'websearch', 'git_*'],
        capabilities: ['file_read', 'network'],
      }),
    ).toEqual({
      ok: true,
      value: {
        format: 'evoclaw',
        draft: {
          name: 'living-room-pi',
          systemPrompt: 'Look after the room.',
          tools: ['read_file', 'write_file', 'execute_shell_command', 'web_search', 'group:git'],
          deny: ['files.write', 'shell', 'code', 'git', 'sessions', 'memory', 'tasks', 'models', 'host'],
        },
        left: [],
        more: 0,
      },
    });
  });

  it('reads a capability table of yes and no, and every tool where none is listed', async () => {
    const all = { file_read: true, file_write: true, shell: true, network: false, git: true, session: true };
    expect(await read({ agent: { agent_id: 'pi', prompt: 'Hi', allowed: all } })).toMatchObject({
      value: {
        draft: {
          name: 'pi',
          systemPrompt: 'Hi',
          tools: ['*'],
          deny: ['network', 'search', 'memory', 'tasks', 'models', 'host'],
        },
      },
    });
  });

  it('lets an unknown capability allow nothing, and says so', async () => {
    const file = { name: 'x', allowed: ['everything', 7] };
    expect(await read(file)).toMatchObject({
      value: { draft: { deny: expect.arrayContaining(['files.read', 'network', 'shell']) as string[] } },
    });
    expect(await leftOf(JSON.stringify(file))).toEqual({
      unsupported: ['capabilities.everything', 'capabilities.7'],
    });
  });

  it('keeps an agent that OneClaw exported, but neither its id nor a model of another browser', async () => {
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
    expect(await read(agent)).toMatchObject({
      ok: true,
      value: {
        format: 'oneclaw',
        draft: {
          ...kept,
          tools: ['group:io', 'get_current_time'],
          approval: { default: 'ask', tools: { read_file: 'auto', write_file: 'ask' } },
          timeouts: { read_file: 5 },
        },
      },
    });
    expect(await leftOf(JSON.stringify(agent))).toEqual({
      model: ['provider', 'model'],
      stricter: ['approval.tools.write_file'],
      unreadable: ['timeouts.write_file'],
    });
  });

  it('becomes stricter, never laxer, where a restriction cannot be read', async () => {
    const file = {
      ...{ name: 'x', systemPrompt: '', tools: ['*'], isGuarded: 'yes', hosts: ['a.test'] },
      ...{ approval: 'careful', deny: ['network', 'teleport'] },
    };
    expect(await read(file)).toMatchObject({
      value: {
        draft: { isGuarded: true, approval: { default: 'ask' }, hosts: { allow: ['invalid.invalid'] } },
      },
    });
    expect(await leftOf(JSON.stringify(file))).toEqual({
      stricter: ['isGuarded', 'hosts', 'approval'],
      unreadable: ['deny.teleport'],
    });
  });

  it('leaves out a tool that is not here, and keeps one of a server', async () => {
    const file = { name: 'x', tools: ['read', 'teleport', 'mcp__docs__*'] };
    expect(await read(file)).toMatchObject({ value: { draft: { tools: ['read_file', 'mcp__docs__*'] } } });
    expect(await leftOf(JSON.stringify(file))).toEqual({ 'unknown-tool': ['teleport'] });
  });

  it('makes a name that can be read of one that cannot', async () => {
    const name = `Ev\u202eery\u200bday ${'a'.repeat(200)}`;
    const answer = await read({ name, tools: [] });
    expect(answer.ok && answer.value.draft.name).toBe(`Everyday ${'a'.repeat(91)}`);
  });

  it('takes instructions out that a model would read and a person would not see', async () => {
    const tagged = String.fromCodePoint(0xe006f, 0xe0062, 0xe0065, 0xe0079);
    const file = { name: 'x', tools: [], systemPrompt: `Be kind.${tagged}` };
    expect(await read(file)).toMatchObject({ value: { draft: { systemPrompt: 'Be kind.' } } });
    expect(await leftOf(JSON.stringify(file))).toEqual({ hidden: ['systemPrompt'] });
    // One of every class of invisible characters that the app removes.
    const spelt = 'B\u200be\u2060 \u00adk\u3164i\u200fnd\u{e0101}.\u2028Do \ufe0fit\u0007.';
    expect(await read({ ...file, systemPrompt: spelt })).toMatchObject({
      value: { draft: { systemPrompt: 'Be kind.\nDo it.' } },
    });
  });

  it('keeps what instructions need: lines, tabs, joined emoji and letters', async () => {
    const systemPrompt = '1\ufe0f\u20e3 Be\r\n\t* kind ❤\ufe0f\u200d🔥  می\u200cخواهم';
    const file = { name: 'x', tools: [], systemPrompt };
    expect(await read(file)).toMatchObject({ value: { draft: { systemPrompt }, left: [] } });
  });

  it('takes the names out of tool definitions', async () => {
    const tools = [{ name: 'ls' }, { type: 'function', function: { name: 'read' } }, 5, 'ls'];
    expect(await read({ name: 'x', tools })).toMatchObject({
      value: { draft: { tools: ['list_directory', 'read_file'] } },
    });
  });

  it.each([
    ['{', 'not_readable'],
    ['name = ', 'not_readable'],
    ['---\nname: x', 'not_readable'],
    ['---\n[1, 2]\n---\n', 'not_readable'],
    ['[]', 'not_agent'],
    ['"agent"', 'not_agent'],
    ['{"name": "x"}', 'no_tools'],
    ['name = "x"', 'no_tools'],
    [`{"name": "${'x'.repeat(5_000_000)}"}`, 'large'],
    [`name = "${'x'.repeat(200_000)}"`, 'large'],
    [`---\nname: ${'x'.repeat(20_000)}\n---\n`, 'large'],
  ])('says what is wrong with %.20s', async (text, fault) =>
    expect(await readText(text)).toMatchObject({ ok: false, error: { type: 'validation_error', fault } }),
  );

  it('refuses what is no text', async () => {
    expect(await importAgent(5 as unknown as string, isKnown)).toMatchObject({ ok: false });
  });
});

describe('two names of one tool', () => {
  it('in one list of approvals: the stricter mode holds, and is reported', async () => {
    const tools = { execute_shell_command: 'auto', bash: 'deny', exec: 'ask', read: 'ask', read_file: 'ask' };
    const file = { name: 'x', systemPrompt: '', tools: ['*'], approval: { default: 'auto', tools } };
    expect(await read(file)).toMatchObject({
      value: { draft: { approval: { tools: { execute_shell_command: 'deny', read_file: 'ask' } } } },
    });
    expect(await leftOf(JSON.stringify(file))).toEqual({
      stricter: ['approval.tools.execute_shell_command'],
    });
  });

  it.each([
    '[tools]\nbash = false\n[tools.exec]\napproval = "auto"',
    '[tools.exec]\napproval = "auto"\n[tools.bash]\nenabled = false',
  ])('in a table of tools, in any order: %s', async (text) => {
    expect(await readText(text)).toMatchObject({
      value: { draft: { approval: { tools: { execute_shell_command: 'deny' } } } },
    });
    expect(await leftOf(text)).toEqual({ stricter: ['tools.execute_shell_command'] });
  });

  it('among rules of OpenCode and of Claude Code', async () => {
    const open = '---\npermission:\n  edit: deny\n  write: allow\n---\n';
    expect(await readText(open)).toMatchObject({
      value: { draft: { approval: { tools: { write_file: 'deny' } } } },
    });
    expect(await leftOf(open)).toMatchObject({ stricter: ['permission.write_file', 'approval.default'] });
    const plan = '---\nname: x\ntools: Edit(/src/*)\npermissionMode: plan\n---\n';
    expect(await readText(plan)).toMatchObject({
      value: { draft: { approval: { tools: { edit: 'deny' } } } },
    });
  });
});

describe('a definition in TOML', () => {
  it('maps an edge agent of EvoClaw as its documentation shows it', async () => {
    const text = `
      [agent]
      type = "desktop"
      id = "desk"
      capabilities = ["file_read", "file_write", "shell"]

      [tools]
      sandboxing = "firejail"
      timeout_ms = 30000

      [tools.paths]
      bin = "~/.evoclaw/skills/desktop-tools/bin"

      [tools.bash]
      timeout_ms = 5000
      approval = "ask"

      [tools.websearch]
      enabled = false

      [mqtt]
      broker = "localhost"
      password = "hunter2"
    `;
    expect(await readText(text)).toMatchObject({
      value: {
        format: 'evoclaw',
        draft: {
          name: 'desk',
          tools: ['*'],
          deny: ['network', 'search', 'git', 'sessions', 'memory', 'tasks', 'models', 'host'],
          timeouts: { '*': 30, execute_shell_command: 5 },
          approval: { default: 'auto', tools: { execute_shell_command: 'ask', web_search: 'deny' } },
        },
      },
    });
    expect(await leftOf(text)).toEqual({
      unsupported: ['tools.sandboxing', 'tools.paths.bin', 'type', 'mqtt'],
    });
    expect(JSON.stringify(await readText(text))).not.toContain('hunter2');
  });

  it('takes the limits and permissions of an orchestrator', async () => {
    const text = `
      [orchestrator]
      tool_loop_enabled = true
      max_tool_iterations = 10
      tool_error_limit = 3
      default_tool_timeout_ms = 30000
      [orchestrator.tools]
      skills_path = "~/.evoclaw/skills"
      [orchestrator.tools.permissions]
      file_read = true
      shell = false
      network = true
    `;
    expect(await readText(text)).toMatchObject({
      value: {
        draft: {
          maxSteps: 10,
          failedSteps: 3,
          timeouts: { '*': 30 },
          deny: ['files.write', 'shell', 'code', 'git', 'sessions', 'memory', 'tasks', 'models', 'host'],
        },
      },
    });
    expect(await leftOf(text)).toEqual({ unsupported: ['orchestrator.tools.skills_path'] });
  });

  it('takes the rules of tools also where the agent lists its tools', async () => {
    const text = `
      [agent]
      id = "desk"
      tools = ["bash", "read", "websearch"]
      [tools]
      websearch = false
      [tools.bash]
      approval = "ask"
      [tools.read]
      enabled = "no"
    `;
    expect(await readText(text)).toMatchObject({
      value: {
        draft: {
          tools: ['execute_shell_command', 'read_file', 'web_search'],
          approval: {
            tools: { execute_shell_command: 'ask', read_file: 'deny', web_search: 'deny' },
          },
        },
      },
    });
    expect(await leftOf(text)).toEqual({ stricter: ['tools.read'] });
  });

  it('allows what every list of tools and of capabilities in the file allows', async () => {
    const file = {
      agent: { id: 'a', tools: ['bash', 'read'], capabilities: ['shell', 'file_read', 'network'] },
      skill: { name: 's', allowed: { shell: true, file_read: true, network: 'perhaps' } },
      tools: [{ name: 'read', approval: 'ask' }, { name: 'write' }],
      orchestrator: {
        tools: { permissions: { file_read: true, shell: false, network: true, flight: false } },
      },
    };
    expect(await read(file)).toMatchObject({
      value: {
        draft: {
          tools: ['read_file'],
          approval: { tools: { read_file: 'ask' } },
          deny: expect.arrayContaining(['shell', 'code', 'network', 'search']) as string[],
        },
      },
    });
    expect(await leftOf(JSON.stringify(file))).toEqual({
      stricter: ['tools', 'capabilities.network'],
      unsupported: ['capabilities.flight'],
    });
  });

  it('has no tools where the loop of tools is off', async () => {
    const file = { agent: { id: 'a', tools: ['read'] }, orchestrator: { tool_loop_enabled: false } };
    expect(await read(file)).toMatchObject({ value: { draft: { tools: [] } } });
  });

  it('reads rules beside names also in a list of tools of this app', async () => {
    const file = {
      name: 'x',
      systemPrompt: '',
      tools: ['read', { name: 'bash', enabled: false }],
      deny: 'network',
    };
    expect(await read(file)).toMatchObject({
      value: {
        format: 'oneclaw',
        draft: { deny: ['network'], approval: { tools: { execute_shell_command: 'deny' } } },
      },
    });
  });

  it('turns a mode for several tools into modes that the permission gate applies', async () => {
    const tools = { '*': 'ask', 'group:git': 'deny', 'mcp__a__*': 'deny', git_log: 'auto' };
    const list = ['*', 'mcp__a__*', 'mcp__a__b', 'mcp__c__d'];
    const file = { name: 'x', systemPrompt: '', tools: list, approval: { default: 'auto', tools } };
    const answer = await read(file);
    expect(answer).toMatchObject({
      value: {
        draft: {
          tools: ['*', 'mcp__c__d'],
          approval: { default: 'ask', tools: { git_log: 'deny', git_push: 'deny' } },
        },
      },
    });
    expect(answer.ok && Object.keys(answer.value.draft.approval?.tools ?? {})).not.toContain('group:git');
    expect(await leftOf(JSON.stringify(file))).toEqual({ stricter: ['mcp__a__*'] });
  });

  it('makes an agent of a skill, with the tools that are here', async () => {
    const text = `
      [skill]
      name = "desktop-tools"
      [[tools]]
      name = "bash"
      binary = "bin/dt-bash"
      description = "Execute shell commands"
      [[tools]]
      name = "gpio"
      binary = "bin/dt-gpio"
    `;
    expect(await readText(text)).toMatchObject({
      value: { draft: { name: 'desktop-tools', tools: ['execute_shell_command'] } },
    });
    expect(await leftOf(text)).toEqual({
      unsupported: ['tools.execute_shell_command.binary', 'tools.gpio.binary'],
      'unknown-tool': ['gpio'],
    });
  });
});

describe('a settings export of Kai', () => {
  const settings = {
    version: 1,
    soul_text: 'You are my butler.',
    tool_overrides: { get_local_time: true, fetch_url: true, execute_shell_command: false, ssh: true },
    configured_services: [{ instanceId: 'a', serviceId: 'openai' }],
    current_service_id: 'openai',
    instance_settings: [{ instanceId: 'a', api_key: 'sk-secret', model_id: 'm' }],
    email_passwords: { one: 'hunter2' },
    mcp_servers: [{ name: 'Docs', url: 'https://docs.test' }],
    conversations: [{ id: '1', messages: [] }],
    email_enabled: false,
    agent_memories: [],
  };

  it('becomes an agent with its soul and the tools that are on', async () => {
    expect(await read(settings)).toMatchObject({
      value: {
        format: 'kai',
        draft: { name: 'Kai', systemPrompt: 'You are my butler.', tools: ['get_current_time', 'fetch_url'] },
      },
    });
  });

  it('lists what is left out, without a key or password', async () => {
    const text = JSON.stringify(settings);
    expect(await leftOf(text)).toEqual({
      secret: ['email_passwords', 'instance_settings.api_key'],
      unsupported: ['conversations', 'email_enabled'],
      model: ['configured_services'],
      'unknown-tool': ['ssh'],
    });
    expect(JSON.stringify(await readText(text))).not.toMatch(/sk-secret|hunter2/);
  });

  it('has the tools that are on from the start, where it has no switches', async () => {
    const answer = await read({ soul_text: 'Hi.' });
    const tools = answer.ok ? answer.value.draft.tools : [];
    expect(tools).toEqual(expect.arrayContaining(['web_search', 'get_current_time', 'fetch_url']));
    expect(tools).not.toContain('execute_shell_command');
  });
});

describe('an agent in Markdown', () => {
  it('of Claude Code asks as it asks there, and names its tools as here', async () => {
    const text = [
      '---',
      'name: code-reviewer',
      'description: Reviews code. Use after changes.',
      'tools: Read, Grep, Bash(git diff:*, git log), WebFetch, mcp__github__*, NotebookEdit',
      'disallowedTools: Write',
      'model: sonnet',
      'maxTurns: 12',
      'permissionMode: bypassPermissions',
      '---',
      '',
      'You review code.',
    ].join('\r\n');
    const answer = await readText(text);
    expect(answer).toMatchObject({
      value: {
        format: 'claude-code',
        draft: {
          name: 'code-reviewer',
          systemPrompt: 'You review code.',
          tools: ['read_file', 'grep', 'execute_shell_command', 'fetch_url', 'mcp__github__*'],
          approval: {
            default: 'ask',
            tools: { read_file: 'auto', execute_shell_command: 'ask', write_file: 'deny' },
          },
          maxSteps: 12,
        },
      },
    });
    expect(await leftOf(text)).toEqual({
      unsupported: ['description'],
      model: ['model'],
      stricter: ['permissionMode', 'tools.execute_shell_command'],
      'unknown-tool': ['notebookedit'],
    });
  });

  it('of Claude Code keeps its colour', async () => {
    const text = '---\nname: reviewer\ncolor: purple\n---\nReview.';
    expect(await readText(text)).toMatchObject({ value: { draft: { icon: 'code:violet' } } });
    expect(await leftOf(text)).toEqual({});
    expect(await leftOf('---\nname: reviewer\ncolor: toString\n---\nReview.')).toEqual({
      unreadable: ['color'],
    });
  });

  it('of Claude Code has every tool where it lists none, and changes no file in plan mode', async () => {
    expect(await readText('---\nname: planner\npermissionMode: plan\n---\nPlan.')).toMatchObject({
      value: {
        draft: { tools: ['*'], approval: { default: 'ask', tools: { edit: 'deny', write_file: 'deny' } } },
      },
    });
  });

  it('of OpenCode keeps its permissions, a table of patterns as its strictest', async () => {
    const text = [
      ...['---', 'description: Reviews', 'mode: subagent', 'model: anthropic/claude', 'temperature: 0.1'],
      ...['permission:', '  edit: deny', '  bash:', '    "git diff": allow', '    "*": ask'],
      ...['  webfetch: deny', '  read: allow', '---', 'Only analyse.'],
    ].join('\n');
    expect(await readText(new File([text], 'review.md'))).toMatchObject({
      value: {
        format: 'opencode',
        draft: {
          name: 'review',
          systemPrompt: 'Only analyse.',
          tools: ['*'],
          approval: {
            default: 'ask',
            tools: {
              ...{ write_file: 'deny', edit: 'deny', apply_patch: 'deny', delete_file: 'deny' },
              ...{ execute_shell_command: 'ask', fetch_url: 'deny', http_request: 'deny' },
              ...{ read_file: 'auto', grep: 'auto' },
            },
          },
        },
      },
    });
    expect(await leftOf(text)).toEqual({
      unsupported: ['description', 'mode', 'temperature'],
      model: ['model'],
      stricter: ['permission.bash', 'approval.default'],
    });
  });

  it('of OpenCode keeps the switches of its older way', async () => {
    const on = '---\nmode: all\ntools:\n  bash: false\n  write: true\n---\nHi.';
    expect(await readText(on)).toMatchObject({
      value: { draft: { tools: ['*'], approval: { tools: { execute_shell_command: 'deny' } } } },
    });
    const off = '---\nmode: all\ntools:\n  "*": false\n  read: true\n---\nHi.';
    expect(await readText(off)).toMatchObject({ value: { draft: { tools: ['read_file'] } } });
  });

  it('of OpenCode asks before tools that OpenCode does not have as soon as it restricts one', async () => {
    const modesOf = async (permission: string) => {
      const answer = await readText(`---\nmode: all\npermission:\n${permission}\n---\n`);
      return answer.ok ? answer.value.draft : undefined;
    };
    const asking = await modesOf('  "*": allow\n  edit: ask');
    expect(approvalOf(asking, ['send_notification', 'run_python', 'read_file', 'find'])).toEqual([
      ...['ask', 'ask', 'auto', 'ask'],
    ]);
    const allowing = await modesOf('  edit: allow\n  bash: allow');
    expect(approvalOf(allowing, ['send_notification', 'run_python'])).toEqual(['auto', 'auto']);
    const reading = await modesOf('  read: deny');
    expect(approvalOf(reading, ['read_file', 'grep'])).toEqual(['deny', 'auto']);
  });

  const scripts = ['execute_shell_command', 'run_python', 'run_javascript', 'manage_process'];
  it.each([
    ['OpenCode', '---\nmode: all\npermission:\n  bash: deny\n---\n'],
    ['the older OpenCode', '---\nmode: all\ntools:\n  bash: false\n---\n'],
    ['Claude Code', '---\nname: x\ndisallowedTools: Bash\n---\n'],
    ['EvoClaw', '[agent]\nid = "x"\n[tools.bash]\nenabled = false'],
    [
      'this app in other words',
      '{"name":"x","tools":["*"],"approval":{"default":"auto","tools":{"bash":"deny"}}}',
    ],
  ])('of %s that may run no commands may run no scripts', async (_, text) => {
    const answer = await readText(text);
    expect(approvalOf(answer.ok ? answer.value.draft : undefined, scripts)).toEqual(
      scripts.map(() => 'deny'),
    );
  });

  it('that may read no page sends no request, whatever else it says', async () => {
    const text = '[tools]\nwebfetch = false\npython = true\n[tools.http_request]\napproval = "auto"';
    const answer = await readText(text);
    expect(
      approvalOf(answer.ok ? answer.value.draft : undefined, ['fetch_url', 'http_request', 'run_python']),
    ).toEqual(['deny', 'deny', 'auto']);
    expect(await leftOf(text)).toEqual({ stricter: ['approval.tools.http_request'] });
  });

  it('keeps what an export of this app says of each tool', async () => {
    const tools = { execute_shell_command: 'deny', run_python: 'auto' };
    const file = {
      format: 'oneclaw-agent',
      agent: { name: 'x', tools: ['*'], approval: { default: 'auto', tools } },
    };
    const answer = await read(file);
    expect(answer.ok && answer.value.draft.approval?.tools).toEqual(tools);
  });

  it('refuses aliases that make a small text a large value', async () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [next, last] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf']) {
      lines.push(`${next}: &${next} [${Array(10).fill(`*${last}`).join(', ')}]`);
    }
    expect(await readText(`---\n${lines.join('\n')}\n---\n`)).toMatchObject({
      ok: false,
      error: { fault: 'not_readable' },
    });
  });
});

describe('a character card', () => {
  const data = {
    ...{ name: 'Ada', description: '{{char}} is a mathematician.', personality: 'Curious.', scenario: '' },
    ...{ first_mes: 'Hello!', mes_example: '{{user}}: Hi', system_prompt: '{{original}} Stay in role.' },
    ...{ creator_notes: '', tags: ['history'], extensions: {}, alternate_greetings: [] },
  };

  it('becomes instructions, with its placeholders filled in, and has no tools', async () => {
    const card = { spec: 'chara_card_v2', spec_version: '2.0', data };
    expect(await read(card)).toMatchObject({
      value: {
        format: 'character-card',
        draft: {
          name: 'Ada',
          systemPrompt: 'Stay in role.\n\nAda is a mathematician.\n\nCurious.\n\nthe user: Hi',
          tools: [],
        },
      },
    });
    expect(await leftOf(JSON.stringify(card))).toEqual({ unsupported: ['first_mes', 'tags'] });
  });

  it('may be of the first version', async () => {
    expect(await read(data)).toMatchObject({ value: { format: 'character-card', draft: { name: 'Ada' } } });
  });
});
