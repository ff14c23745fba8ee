/** Names of other agent systems, wherever one is read. */
import { describe, expect, it } from 'vitest';
import { importAgent } from '#workers/domains/agents/import/import-agent.ts';
import { byCanonicalName, canonicalName, canonicalParameters } from '#shared/tools/tool-aliases.ts';

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
  });

  it('stands for the tool in tables, where an entry under its own name wins', () => {
    expect(byCanonicalName({ web_search: 'ask', websearch: 'auto', bash: 'deny', '*': 'auto' })).toEqual({
      ...{ web_search: 'ask', execute_shell_command: 'deny', '*': 'auto' },
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
    // Searching is part of what its network capability means there.
    expect(imported.ok && imported.value.draft.deny).not.toContain('search');
  });
});
