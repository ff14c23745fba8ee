/** Definitions that nobody meant well: whatever they are, an import answers, and allows nothing that is not shown. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify as toToml } from 'smol-toml';
import { stringify as toYaml } from 'yaml';
import { approvalFor } from '#shared/agents/agent.ts';
import { checkAgent } from '#workers/domains/agents/check-agent.ts';
import { importAgent } from '#workers/domains/agents/import/import-agent.ts';

const tools = ['read_file', 'write_file', 'edit', 'execute_shell_command', 'fetch_url', 'web_search'];
const isKnown = (name: string) => tools.includes(name);

const keys = fc.constantFrom(
  ...['name', 'id', 'agent', 'agent_id', 'skill', 'orchestrator', 'tools', 'capabilities', 'allowed', 'deny'],
  ...[
    'systemPrompt',
    'system_prompt',
    'prompt',
    'approval',
    'default',
    'hosts',
    'allow',
    'block',
    'timeouts',
  ],
  ...['isGuarded', 'budget', 'maxSteps', 'permissions', 'permission', 'permissionMode', 'mode', 'maxTurns'],
  ...[
    'disallowedTools',
    'soul_text',
    'tool_overrides',
    'instance_settings',
    'api_key',
    'mcp_servers',
    'spec',
  ],
  ...['data', 'personality', 'first_mes', 'icon', 'format', 'bash', 'edit', 'read', '*', 'enabled'],
  ...['timeout_ms', 'constructor', 'toString', 'model', 'fallbacks', 'failedSteps', 'parallelCalls', 'steps'],
);
const words = fc.constantFrom(
  ...['*', 'bash', 'Bash(git *)', 'read', 'group:io', 'mcp__a__b', 'allow', 'ask', 'deny', 'auto', 'network'],
  ...['file_read', 'chara_card_v2', 'oneclaw-agent', 'a.test', 'compass:blue', 'unlimited', ''],
);
const leaf = fc.oneof(words, fc.string(), fc.boolean(), fc.integer(), fc.double({ noNaN: true }));
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  ),
}));
const tables = fc.dictionary(keys, values, { maxKeys: 8, noNullPrototype: true });

async function holds(text: string): Promise<void> {
  const answer = await importAgent(text, isKnown);
  if (!answer.ok) return expect(answer.error.message).not.toBe('');
  const { draft, left, more } = answer.value;
  expect(checkAgent({ ...draft, name: draft.name || 'x' })).toBeUndefined();
  expect(draft).not.toHaveProperty('id');
  expect(draft).not.toHaveProperty('provider');
  expect(left.length).toBeLessThanOrEqual(60);
  expect(more).toBeGreaterThanOrEqual(0);
  for (const { path } of left) expect(path.length).toBeLessThanOrEqual(80);
  // What goes to the page can be cloned.
  structuredClone(answer);
}

describe('an import', () => {
  it('answers any table in JSON, TOML and front matter with an agent that can be saved, or a reason', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        await holds(JSON.stringify(table));
        await holds(`---\n${toYaml(table)}---\nText.`);
        await holds(tomlOf(table));
      }),
      { numRuns: 120 },
    );
  });

  it('answers any text', async () => {
    const pieces = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('---\n', '[', ']', '{', '}', '"', "'''", '=', ': ', '&a ', '*a', '!!js ', '\n', '<<: '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
        await holds(parts.join(''));
        await holds(`---\n${parts.join('')}\n---\n`);
      }),
      { numRuns: 120 },
    );
  });

  it.each([
    ['arrays in JSON', '['.repeat(2_000_000)],
    ['closed arrays in JSON', `{"tools": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['arrays in TOML', `tools = ${'['.repeat(90_000)}${']'.repeat(90_000)}`],
    ['tables in TOML', `[${Array(50_000).fill('a').join('.')}]\nb = 1`],
    ['lists in YAML', `---\n${'['.repeat(9_000)}${']'.repeat(9_000)}\n---\n`],
    ['maps in YAML', `---\n${'? '.repeat(9_000)}\n---\n`],
    ['keys in keys of YAML', `---\n${'{? '.repeat(25)}${'}'.repeat(25)}\n---\n`],
    [
      'many keys',
      JSON.stringify({
        tools: [],
        ...Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1])),
      }),
    ],
    ['many tools', JSON.stringify({ name: 'x', tools: Array.from({ length: 90_000 }, (_, at) => `t${at}`) })],
    ['an open group', `---\ntools: ${'Bash('.repeat(3_000)}\n---\n`],
  ])('answers %s in bounds', async (_, text) => holds(text));

  it('asks before a tool at least as strictly as the permissions of an OpenCode agent say', async () => {
    const strictness = ['allow', 'ask', 'deny'];
    const here = ['auto', 'ask', 'deny'];
    const mode = fc.constantFrom(...strictness);
    const rule = fc.oneof(mode, fc.dictionary(fc.constantFrom('git *', '*', 'rm *'), mode, { minKeys: 1 }));
    const names = {
      bash: 'execute_shell_command',
      edit: 'write_file',
      read: 'read_file',
      webfetch: 'fetch_url',
    };
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...(Object.keys(names) as (keyof typeof names)[])), rule, {
          noNullPrototype: true,
        }),
        async (permission) => {
          const answer = await importAgent(`---\n${toYaml({ mode: 'all', permission })}---\n`, isKnown);
          if (!answer.ok) throw new Error(answer.error.message);
          for (const [name, given] of Object.entries(permission)) {
            const wanted = typeof given === 'string' ? [given] : Object.values(given);
            const tool = names[name as keyof typeof names];
            const strictest = Math.max(...wanted.map((each) => strictness.indexOf(each)));
            expect(here.indexOf(approvalFor(answer.value.draft, tool))).toBeGreaterThanOrEqual(strictest);
          }
        },
      ),
    );
  });
});

/** TOML has no null and no lists with gaps; what it cannot say is left to JSON. */
function tomlOf(table: Record<string, unknown>): string {
  try {
    return toToml(table);
  } catch {
    return '';
  }
}
