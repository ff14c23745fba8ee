/** Counts the tokens of the tools in a request, in the long and the short way, with a real tokenizer. */
// The tokenizer of GPT-4o and later; the one of Claude is not public.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { serverKinds, unknownTraits, type ServerKind } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { offerTools } from '#workers/agent/offer-tools.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { searchableTools } from '#workers/providers/openai-responses/openai-responses-search.ts';
import { finders, manyTools, ownTools } from '#tests/fixtures/many-tools.ts';

type Row = { kind: ServerKind; own: number; all: number; short: number; searched: number };

/**
 * Of all tools of the app, of 200 tools, and of those 200 in the short way, as each format sends them; `searched`: with the
 * service's own search, which puts no deferred tool into the prompt, but the names and descriptions of namespaces.
 */
export const rows: readonly Row[] = await Promise.all(
  serverKinds.map(async (kind) => {
    const { definitions } = await loadProvider(kind);
    const count = (tools: readonly ToolDefinition[]) => countTokens(JSON.stringify(definitions(tools)));
    const traits = { ...unknownTraits, contextTokens: 1_000_000, toolList: 'short' as const };
    const all = { tools: manyTools, finders, named: ['*'] };
    const { tools } = offerTools({ kind, traits }, all);
    const { tools: shown, deferred = [] } = offerTools({ kind, traits, searchesTools: true }, all);
    const spaces = searchableTools(deferred).map((tool) =>
      tool.type === 'namespace' ? { ...tool, tools: [] } : tool,
    );
    const searched = count(shown) + (kind === 'openai-responses' ? countTokens(JSON.stringify(spaces)) : 0);
    return { kind, own: count(ownTools), all: count(manyTools), short: count(tools), searched };
  }),
);
