/**
 * Hostile agent definitions: importing them always gives an answer, and allows nothing that the preview
 * hides.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify as toToml } from 'smol-toml';
import { stringify as toYaml } from 'yaml';
import type { AgentDraft } from '#shared/agents/agent.ts';
import { admits, approvalFor } from '#shared/agents/admitted-tools.ts';
import { findInvisible } from '#shared/invisible.ts';
import { isJsonObject } from '#shared/json.ts';
import { stricterMode, type ApprovalMode } from '#shared/tools/permission.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import { checkAgent } from '#workers/domains/agents/check-agent.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
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

function many(name: string): string[] {
  return Array.from({ length: 20_000 }, (_, at) => `${name}${at}`);
}

function manyOf<Value>(name: string, value: Value): Record<string, Value> {
  return Object.fromEntries(many(name).map((each) => [each, value]));
}

async function holds(text: string): Promise<void> {
  const answer = await importAgent(text, isKnown);
  if (!answer.ok) return expect(answer.error.message).not.toBe('');
  const { draft, left, more } = answer.value;
  expect(checkAgent({ ...draft, name: draft.name || 'x' })).toBeUndefined();
  expect(draft).not.toHaveProperty('id');
  expect(draft).not.toHaveProperty('provider');
  expect(left.length).toBeLessThanOrEqual(60);
  expect(more).toBeGreaterThanOrEqual(0);
  const { tools: listed, approval, timeouts = {} } = draft;
  for (const names of [listed, Object.keys(approval?.tools ?? {}), Object.keys(timeouts)]) {
    expect(names.length).toBeLessThanOrEqual(500);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(256);
    expect(names.find(findInvisible)).toBeUndefined();
  }
  expect(findInvisible(draft.systemPrompt.replace(/[\n\r\t\u200c\u200d\ufe0f]/g, ''))).toBeUndefined();
  for (const { path } of left) expect(path.length).toBeLessThanOrEqual(80);
  // The answer is sent to the page, so it must be clonable.
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
    ['many tools of servers', JSON.stringify({ name: 'x', tools: many('mcp__a__t') })],
    [
      'many modes',
      JSON.stringify({ name: 'x', tools: ['*'], approval: { tools: manyOf('mcp__a__t', 'auto') } }),
    ],
    ['many deadlines', JSON.stringify({ name: 'x', tools: ['*'], timeouts: manyOf('mcp__a__t', 5) })],
    ['a long name', JSON.stringify({ name: 'x', tools: [`mcp__a__${'b'.repeat(1_000_000)}`] })],
    [
      'a name that shows another',
      JSON.stringify({ name: 'x', tools: ['mcp__a__\u202eb', 'mcp__a__\u200bb'] }),
    ],
    [
      'entries without a text',
      '{"name":"x","deny":[{"toString":1}],"allowed":[{"valueOf":1,"toString":2},[]]}',
    ],
    ['an open group', `---\ntools: ${'Bash('.repeat(3_000)}\n---\n`],
  ])('answers %s in bounds', async (_, text) => holds(text));

  it('keeps the strictest of more modes than it keeps, and the strictest that it drops holds for the rest', async () => {
    const approval = {
      default: 'auto',
      tools: { ...manyOf('mcp__a__t', 'auto'), ...manyOf('mcp__b__t', 'ask'), read_file: 'deny' },
    };
    const answer = await importAgent(
      JSON.stringify({ name: 'x', tools: ['*', 'mcp__b__*'], approval }),
      isKnown,
    );
    if (!answer.ok) throw new Error(answer.error.message);
    const { draft, left } = answer.value;
    const modes = ['read_file', 'mcp__b__t0', 'mcp__b__t19999', 'mcp__a__t1'].map((tool) =>
      approvalFor(draft, tool),
    );
    expect(modes).toEqual(['deny', 'ask', 'ask', 'ask']);
    expect(left).toEqual([{ path: 'approval.tools', reason: 'stricter' }]);
  });

  it('allows no host where there are more rules than it reads', async () => {
    const hosts = { block: many('h').map((name) => `${name}.test`) };
    const answer = await importAgent(JSON.stringify({ name: 'x', tools: ['*'], hosts }), isKnown);
    expect(answer).toMatchObject({ value: { draft: { hosts: { allow: ['invalid.invalid'] } } } });
  });

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

/** Restrictions anywhere in a file, in the formats of EvoClaw and of this app. */
describe('a restriction of the file', () => {
  const isHere = (name: string) => definitions.some((tool) => tool.name === name);
  const places = fc.constantFrom(
    ...['agent', 'skill', 'orchestrator', 'tools', 'permissions', 'approval', 'capabilities', 'allowed'],
    ...['approval', 'enabled', 'permission', 'default', 'bash', 'exec', 'read', 'read_file', 'websearch'],
    ...['git_*', '*', 'group:io', 'shell', 'network', 'file_read', 'teleport', 'options', 'limits', 'paths'],
  );
  const rights = fc.constantFrom<unknown>(true, false, 'ask', 'deny', 'auto', 'allow', 30, 'perhaps');
  const { table } = fc.letrec<{ table: Record<string, unknown>; entry: unknown }>((tie) => ({
    table: fc.dictionary(places, tie('entry'), { maxKeys: 5, noNullPrototype: true }),
    entry: fc.oneof(
      { depthSize: 'medium' },
      rights,
      tie('table'),
      fc.array(
        fc.oneof(
          fc.constantFrom('bash', 'read', 'shell', 'network', '*'),
          fc
            .tuple(fc.constantFrom('bash', 'read', 'teleport'), tie('table'))
            .map(([name, rule]) => ({ ...rule, name })),
        ),
        { maxLength: 3 },
      ),
    ),
  }));
  const files = fc
    .tuple(
      table,
      fc.constantFrom({}, { tools: ['*'] }, { systemPrompt: 'x', tools: ['*'] }, { allowed: ['shell'] }),
    )
    .map(([found, more]) => ({ name: 'x', ...more, ...found }));

  it('is in the agent, as strict or stricter, or among what is left out', async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(files, async (file) => {
        const answer = await importAgent(JSON.stringify(file), isHere);
        if (!answer.ok) return;
        const { draft, left, more } = answer.value;
        fc.pre(more === 0);
        for (const { path, mode } of restrictionsIn(file, [])) {
          read += 1;
          const isKept = path.some((name) => isAsStrict(draft, name, mode));
          const isNamed = left.some((part) => part.path.split('.').every((name) => mentions(path, name)));
          if (!isKept && !isNamed)
            throw new Error(
              `${path.join('.')} = ${mode} is lost; left: ${left.map((part) => part.path).join()}`,
            );
        }
      }),
      { numRuns: 1000 },
    );
    expect(read).toBeGreaterThan(500);
  });

  type Restriction = { path: string[]; mode: 'ask' | 'deny' };

  /** Every `false`, `ask` and `deny`, with the property names that lead to it. */
  function restrictionsIn(value: unknown, path: string[]): Restriction[] {
    if (value === false || value === 'deny') return [{ path, mode: 'deny' }];
    if (value === 'ask') return [{ path, mode: 'ask' }];
    if (Array.isArray(value)) return value.flatMap((each) => restrictionsIn(each, path));
    if (!isJsonObject(value)) return [];
    const { name } = value;
    const here = typeof name === 'string' && path.length > 0 ? [...path, name] : path;
    return Object.entries(value).flatMap(([key, each]) =>
      key === 'name' ? [] : restrictionsIn(each, [...here, key]),
    );
  }

  function isAsStrict(draft: AgentDraft, given: string, mode: 'ask' | 'deny'): boolean {
    if (draft.tools.length === 0) return true;
    if (['*', 'default', 'approval'].includes(given))
      return isAtLeast(draft.approval?.default ?? 'auto', mode);
    const denied = { shell: 'shell', network: 'network', file_read: 'files.read' } as const;
    // `file_read` and `shell` are also aliases of tools.
    if (Object.hasOwn(denied, given) && draft.deny?.includes(denied[given as keyof typeof denied]))
      return true;
    const category = { 'git_*': 'git', 'group:io': 'io' }[given];
    const meant = definitions.filter(
      (tool) => tool.name === canonicalName(given) || tool.category === category,
    );
    return (
      meant.length > 0 &&
      meant.every((tool) => !admits(draft, tool) || isAtLeast(approvalFor(draft, tool.name), mode))
    );
  }

  function isAtLeast(mode: ApprovalMode, wanted: ApprovalMode): boolean {
    return stricterMode(mode, wanted) === mode;
  }

  /**
   * Whether a path refers to a name; `capabilities` means any list of capabilities, and a tool includes its
   * aliases.
   */
  function mentions(path: readonly string[], name: string): boolean {
    if (name === 'capabilities')
      return path.some((each) => ['capabilities', 'allowed', 'permissions'].includes(each));
    return path.some(
      (each) => canonicalName(each) === name || each === name || (each === 'git_*' && name === 'group:git'),
    );
  }
});

/** TOML has no null and no sparse lists; a table that it cannot express is written as JSON. */
function tomlOf(table: Record<string, unknown>): string {
  try {
    return toToml(table);
  } catch {
    return '';
  }
}
