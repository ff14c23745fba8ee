/** In the short way a request carries a core of the tools, and the tools that find and run the others. */
import { describe, expect, it } from 'vitest';
import { serverKinds, unknownTraits, type ModelTraits, type ProviderKind } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { offerTools, wrapsCalls } from '#workers/agent/offer-tools.ts';
import { estimateTools } from '#workers/agent/estimate-tokens.ts';
import { rows } from '#tests/bench/tool-tokens.ts';
import { finders, manyTools, ownTools, serverTools } from '#tests/fixtures/many-tools.ts';

type Setting = {
  tools?: readonly ToolDefinition[];
  named?: string[];
  kind?: ProviderKind;
  searchesTools?: true;
};

function offer(traits: Partial<ModelTraits>, { tools = manyTools, named = ['*'], ...model }: Setting = {}) {
  const offered = offerTools(
    { kind: 'openai-chat', traits: { ...unknownTraits, ...traits }, ...model },
    { tools, finders, named },
  );
  return { ...offered, names: offered.tools.map(({ name }) => name), wraps: wrapsCalls(offered) };
}

describe('200 tools', () => {
  it('take at most 4,000 tokens in the short way, in every format', () => {
    console.log(
      rows
        .map(({ kind, own, all, short, searched }) => `${kind}: ${own}, ${all} → ${short}, ${searched}`)
        .join('\n'),
    );
    expect(rows.map(({ kind }) => kind)).toEqual(serverKinds);
    for (const { short, searched, all } of rows) {
      expect(Math.max(short, searched)).toBeLessThanOrEqual(4_000);
      expect(all).toBeGreaterThan(20_000);
    }
  });

  it('keep the core: files, shell, code, pages, search, memory, questions and to-dos', () => {
    const { names, wraps } = offer({ contextTokens: 200_000, toolList: 'short' });
    expect(names).toEqual(
      expect.arrayContaining([
        ...['read_file', 'write_file', 'edit', 'list_directory', 'grep', 'execute_shell_command'],
        ...['run_python', 'run_javascript', 'fetch_url', 'web_search', 'memory_store', 'memory_search'],
        ...['question', 'todowrite', 'todoread', 'find_tools', 'call_tool'],
      ]),
    );
    expect(names).not.toContain('git_status');
    expect(wraps).toBe(true);
  });
});

describe('the way a model gets', () => {
  it('is the short one where all definitions would take more than a tenth of its window', () => {
    expect(offer({ contextTokens: 1_000_000 }).tools).toBe(manyTools);
    expect(offer({ contextTokens: 200_000 }).wraps).toBe(true);
    expect(offer({ contextTokens: 200_000 }, { tools: ownTools }).tools).toBe(ownTools);
  });

  it('is the one that the user wants, but a small window always gets the short one', () => {
    expect(offer({ contextTokens: 1_000_000, toolList: 'short' }).wraps).toBe(true);
    expect(offer({ contextTokens: 200_000, toolList: 'all' }).tools).toBe(manyTools);
    expect(offer({ contextTokens: 16_000, toolList: 'all' }, { tools: ownTools }).wraps).toBe(true);
  });

  it.each([4_096, 8_192, 16_384])(
    'leaves most of a window of %i tokens to the conversation',
    (contextTokens) => {
      const { tools, names } = offer({ contextTokens });
      expect(estimateTools(tools)).toBeLessThanOrEqual(contextTokens / 6);
      expect(names).toEqual(expect.arrayContaining(['read_file', 'find_tools', 'call_tool']));
    },
  );

  it('is the long one for a few tools, for the guide and on the device', () => {
    const few = ownTools.slice(0, 5);
    expect(offer({ toolList: 'short' }, { tools: few }).tools).toBe(few);
    expect(offer({ toolList: 'short' }, { kind: 'guide' }).tools).toBe(manyTools);
    expect(offer({ toolList: 'short' }, { kind: 'on-device' }).tools).toBe(manyTools);
  });

  it('adds the tools that the agent names, as far as there is room', () => {
    const tools = serverTools(120);
    const named = tools.slice(60, 62).map(({ name }) => name);
    const { names } = offer({ contextTokens: 128_000 }, { tools, named: ['mcp__server0__*', ...named] });
    expect(names).toEqual([...named, 'find_tools', 'call_tool']);
    const all = offer({ contextTokens: 128_000 }, { tools, named: tools.map(({ name }) => name) });
    expect(estimateTools(all.tools)).toBeLessThanOrEqual(4_000);
  });

  it('leaves the others to a service that searches itself, without a fixed call', () => {
    const { names, deferred = [], wraps, tools } = offer({ contextTokens: 128_000 }, { searchesTools: true });
    expect(names).not.toContain('find_tools');
    expect(wraps).toBe(false);
    expect(new Set([...tools, ...deferred])).toEqual(new Set(manyTools));
  });

  it('is the same in each request, whatever servers come and go', () => {
    const without = offer({ contextTokens: 128_000 }, { tools: [...ownTools, ...serverTools(90)] });
    expect(without.tools).toEqual(offer({ contextTokens: 128_000 }).tools);
  });
});
