/** Tool names of other agent systems, wherever a tool name is read. */
import { describe, expect, it } from 'vitest';
import { importAgent } from '#workers/domains/agents/import/import-agent.ts';
import { stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import { withCanonicalNames } from '#workers/domains/agents/canonical-tools.ts';
import { sameTools } from '#workers/engine/calls/same-tools.ts';
import { canonicalParameters } from '#shared/tools/alias-parameters.ts';
import { byCanonicalName, canonicalName } from '#shared/tools/tool-aliases.ts';

describe('an alias', () => {
  it('is another name of a tool', () => {
    expect(['webfetch', 'websearch', 'notify', 'web_search', 'toString'].map(canonicalName)).toEqual([
      ...['fetch_url', 'web_search', 'send_notification', 'web_search', 'toString'],
    ]);
  });

  it('can have other parameters; those of the tool itself win', () => {
    expect(canonicalParameters('notify', { message: 'a', title: 'b' })).toEqual({ body: 'a', title: 'b' });
    expect(canonicalParameters('notify', { message: 'a', body: 'b' })).toEqual({ message: 'a', body: 'b' });
    expect(canonicalParameters('send_notification', { message: 'a' })).toEqual({ message: 'a' });
    expect(canonicalParameters('manage_process', { action: 'log', session_id: 'p1' })).toEqual({
      action: 'log',
      id: 'p1',
    });
  });

  it('of Claude Code or OpenCode is a call of the tool', () => {
    const calls = [
      { name: 'notebookread', given: { notebook_path: 'a.ipynb' }, meant: { path: 'a.ipynb' } },
      { name: 'list', given: { path: 'src' }, meant: { path: 'src' } },
      { name: 'bashoutput', given: { bash_id: 'p1' }, meant: { action: 'log', id: 'p1' } },
      { name: 'killbash', given: { shell_id: 'p1' }, meant: { action: 'kill', id: 'p1' } },
      { name: 'killshell', given: { shell_id: 'p1' }, meant: { action: 'kill', id: 'p1' } },
    ];
    for (const { name, given, meant } of calls) expect(canonicalParameters(name, given), name).toEqual(meant);
    expect(calls.map(({ name }) => canonicalName(name))).toEqual([
      ...['read_file', 'list_directory', 'manage_process', 'manage_process', 'manage_process'],
    ]);
    expect(canonicalParameters('bashoutput', { action: 'list' })).toEqual({ action: 'list' });
  });

  it('is read in any case, as Claude Code writes it', () => {
    expect(canonicalName('BashOutput')).toBe('manage_process');
    expect(canonicalParameters('KillShell', { shell_id: 'p' })).toEqual({ action: 'kill', id: 'p' });
    expect(canonicalName('Unknown')).toBe('Unknown');
  });

  it('does not exist for tools with different parameters', () => {
    const others = ['multiedit', 'patch', 'askuserquestion'];
    expect(others.map(canonicalName)).toEqual(others);
    // The error for such a call names the right tool.
    const available = ['edit', 'apply_patch', 'question', 'delete_file'];
    expect(others.map((name) => sameTools(name, available))).toEqual([
      ['edit'],
      ['apply_patch'],
      ['question'],
    ]);
  });

  it('stands for the tool in tables, where the stricter of two entries wins in any order', () => {
    const modes = { web_search: 'auto', websearch: 'ask', bash: 'deny', exec: 'ask', '*': 'auto' } as const;
    const merged = { web_search: 'ask', execute_shell_command: 'deny', '*': 'auto' };
    expect(byCanonicalName<ApprovalMode>(modes, stricterMode)).toEqual(merged);
    const reversed = Object.fromEntries(Object.entries(modes).toReversed());
    expect(byCanonicalName<ApprovalMode>(reversed, stricterMode)).toEqual(merged);
    expect(byCanonicalName({ read: 9, read_file: 5 }, Math.min)).toEqual({ read_file: 5 });
  });

  it('does not make an agent laxer than the strictest of its names of one tool', () => {
    const agent = {
      tools: ['bash', 'execute_shell_command'],
      approval: {
        default: 'auto' as const,
        tools: { bash: 'deny', execute_shell_command: 'auto' } as Record<string, ApprovalMode>,
      },
      timeouts: { exec: 5, execute_shell_command: 60 },
    };
    expect(withCanonicalNames(agent)).toEqual({
      tools: ['execute_shell_command'],
      approval: { default: 'auto', tools: { execute_shell_command: 'deny' } },
      timeouts: { execute_shell_command: 5 },
    });
  });

  it('works in an agent from another system: its tools, approval and deadlines', async () => {
    const imported = await importAgent(
      JSON.stringify({
        ...{ name: 'Seed', tools: ['webfetch', 'websearch', 'notify', 'git_*'], capabilities: ['network'] },
        ...{ approval: { default: 'auto', tools: { webfetch: 'ask' } }, timeouts: { websearch: 60 } },
      }),
      () => true,
    );
    expect(imported).toMatchObject({
      ok: true,
      value: {
        draft: {
          tools: ['fetch_url', 'web_search', 'send_notification', 'group:git'],
          approval: { tools: { fetch_url: 'ask' } },
          timeouts: { web_search: 60 },
        },
      },
    });
    // There, searching is part of the capability `network`.
    expect(imported.ok && imported.value.draft.deny).not.toContain('search');
  });
});
