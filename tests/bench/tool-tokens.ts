/** Counts the tokens of the tools in a request, in the long and the short way, with a real tokenizer. */
// The tokenizer of GPT-4o and later; the one of Claude is not public.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { serverKinds, unknownTraits, type ServerKind } from '#shared/models/provider.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { offerTools } from '#workers/agent/offer-tools.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { finders, manyTools, ownTools } from '#tests/fixtures/many-tools.ts';

type Row = { kind: ServerKind; own: number; all: number; short: number };

/** Of all tools of the app, of 200 tools, and of those 200 in the short way; as each format sends them. */
export const rows: readonly Row[] = await Promise.all(
  serverKinds.map(async (kind) => {
    const { definitions } = await loadProvider(kind);
    const count = (tools: readonly ToolDefinition[]) => countTokens(JSON.stringify(definitions(tools)));
    const traits = { ...unknownTraits, contextTokens: 1_000_000, toolList: 'short' as const };
    const { tools } = offerTools({ kind, traits }, { tools: manyTools, finders, named: ['*'] });
    return { kind, own: count(ownTools), all: count(manyTools), short: count(tools) };
  }),
);
