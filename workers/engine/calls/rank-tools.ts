/** Ranks tools by words: their names, also those in other agent systems, titles, descriptions and parameters. */
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { FoundTool } from '#workers/contracts/tool-source.ts';
import { meanings } from './same-tools.ts';
import { isFunctionWord, wordsIn } from '#workers/text/words.ts';

const fields = ['name', 'title', 'others', 'description', 'parameters'] as const;

/** A query of more words is cut. */
const maxWords = 40;

/** `share`: of the best score, from 0 to 1. */
export type Ranked = { tool: ToolDefinition; share: number };

/** The best first; a tool whose exact name is in the query leads. */
export async function rankTools(query: string, tools: readonly ToolDefinition[]): Promise<Ranked[]> {
  // MiniSearch: BM25 with prefix and fuzzy terms in 6 kB, no dependencies; it is fetched at the first search.
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch<Record<(typeof fields)[number], string> & { id: number }>({
    fields: [...fields],
    tokenize: wordsIn,
    processTerm: (word) => (isFunctionWord(word) ? null : word),
    searchOptions: {
      boost: { name: 3, title: 2, others: 2 },
      // A short word is a prefix of too many others.
      prefix: (word) => word.length >= 3,
      fuzzy: (word) => (word.length >= 6 ? 0.2 : false),
      weights: { prefix: 0.6, fuzzy: 0.3 },
    },
  });
  index.addAll(
    tools.map(({ name, title, description, parameters }, id) => {
      return { id, name, title, others: othersOf(name), description, parameters: wordsOf(parameters) };
    }),
  );
  const asked = query.slice(0, 2_000);
  const named = new Set(asked.toLowerCase().match(/[\w-]+/g));
  const found = index.search(wordsIn(asked).slice(0, maxWords).join(' '));
  const exact = tools.flatMap(({ name }, id) => (named.has(name.toLowerCase()) ? [id] : []));
  const others = found.filter(({ id }) => !exact.includes(Number(id)));
  // Beside a tool that is asked for by name, the others are worth half as much.
  const most = (exact.length > 0 ? 0.5 : 1) / (others[0]?.score ?? 1);
  const shares = [
    ...exact.map((id) => ({ id, share: 1 })),
    ...others.map(({ id, score }) => ({ id: Number(id), share: score * most })),
  ];
  return shares.flatMap(({ id, share }) => {
    const tool = tools[id];
    return tool ? [{ tool, share }] : [];
  });
}

/** For a model whose requests carry the definitions of some: those that it `sends`. */
export async function findTools(
  query: string,
  tools: readonly ToolDefinition[],
  sends: (name: string) => boolean = () => false,
): Promise<FoundTool[]> {
  return (await rankTools(query, tools)).map((each) => ({ ...each, isSent: sends(each.tool.name) }));
}

/** What other agent systems call the tool. */
function othersOf(tool: string): string {
  return meanings.flatMap(([own, ...others]) => (own === tool ? others : [])).join(' ');
}

/** Names and descriptions of the parameters; schemas of external tools may have any shape. */
function wordsOf({ properties }: ToolDefinition['parameters']): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const description: unknown =
        typeof schema === 'object' ? Reflect.get(schema, 'description') : undefined;
      return typeof description === 'string' ? `${name} ${description}` : name;
    })
    .join(' ');
}
