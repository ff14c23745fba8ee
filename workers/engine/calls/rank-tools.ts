/** Ranks tools by words: their names, also those in other agent systems, titles, descriptions and parameters. */
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { Finding } from '#workers/contracts/tool-source.ts';
import { isBuiltIn } from '#shared/tools/external-tool.ts';
import type { Agent } from '#shared/agents/agent.ts';
import type { Registry } from './registry.ts';
import { meanings } from './same-tools.ts';
import { wayWithoutTool, type Way } from './ways-without-tool.ts';
import { isFunctionWord, wordsIn } from '#workers/text/words.ts';

const fields = ['name', 'title', 'others', 'description', 'parameters'] as const;
const nameFields: readonly string[] = ['name', 'title', 'others'] satisfies (typeof fields)[number][];

/** A query of more words is cut. */
const maxWords = 40;

/** Words that so many tools share that they alone do not say what is meant. */
const general: ReadonlySet<string> = new Set(
  [
    'create make new add build generate send merge convert combine delete remove start stop run change edit update',
    'set save write open show list find search read view look print file document text data code user tool do',
  ].flatMap((line) => line.split(' ')),
);

/** `share`: of the best score, from 0 to 1. `words`: those of the query that the tool has. */
export type Ranked = { tool: ToolDefinition; share: number; words: readonly string[] };

/**
 * The best first; a tool whose exact name is in the query leads. A tool that has only general words of the query is
 * left out, unless there are no others, and its names have one.
 */
export async function rankTools(query: string, tools: readonly ToolDefinition[]): Promise<Ranked[]> {
  // MiniSearch: BM25 with prefix and fuzzy terms in 6 kB, no dependencies; it is fetched at the first search.
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch<Record<(typeof fields)[number], string> & { id: number }>({
    fields: [...fields],
    tokenize: wordsIn,
    processTerm: termOf,
    searchOptions: {
      boost: { name: 3, title: 2, others: 2 },
      // A short word is a prefix of too many others.
      prefix: (word) => word.length >= 3,
      // One letter: two make "delegate" of "delete".
      fuzzy: (word) => (word.length >= 6 ? 1 : false),
      weights: { prefix: 0.6, fuzzy: 0.3 },
      // Of a tool that has many names, each counts almost as much as that of one with few.
      bm25: { k: 1.2, b: 0.4, d: 0.5 },
    },
  });
  index.addAll(
    tools.map(({ name, title, description, parameters }, id) => {
      return { id, name, title, others: othersOf(name), description, parameters: wordsOf(parameters) };
    }),
  );
  const asked = query.slice(0, 2_000);
  // A name of one word, such as "image", is a word like others beside others.
  const named: readonly string[] = asked.toLowerCase().match(/[\w-]+/g) ?? [];
  const isNamed = (name: string) => named.includes(name) && (named.length === 1 || name.includes('_'));
  const hasTopic = termsIn(asked).some((word) => !general.has(word));
  const found = index
    .search(wordsIn(asked).slice(0, maxWords).join(' '))
    .filter(({ queryTerms, match }) =>
      hasTopic
        ? queryTerms.some((word) => !general.has(word))
        : Object.values(match).some((places) => places.some((place) => nameFields.includes(place))),
    );
  const exact = tools.flatMap(({ name }, id) => (isNamed(name.toLowerCase()) ? [id] : []));
  const others = found.filter(({ id }) => !exact.includes(Number(id)));
  // Beside a tool that is asked for by name, the others are worth half as much.
  const most = (exact.length > 0 ? 0.5 : 1) / (others[0]?.score ?? 1);
  const shares = [
    ...exact.map((id) => ({ id, share: 1, words: named })),
    ...others.map(({ id, score, queryTerms }) => ({
      ...{ id: Number(id), share: score * most, words: queryTerms },
    })),
  ];
  return shares.flatMap(({ id, ...rest }) => {
    const tool = tools[id];
    return tool ? [{ tool, ...rest }] : [];
  });
}

/** For a model whose requests carry the definitions of some: those that it `sends`. */
export async function findTools(
  query: string,
  agent: Agent,
  registry: Pick<Registry, 'select' | 'lacking' | 'lackOf'>,
  sends: (name: string) => boolean = () => false,
): Promise<Finding> {
  const tools = registry.select(agent);
  const ranked = await rankTools(query, tools);
  const way = wayWithoutTool(termsIn(query));
  // A tool server may do what no tool of the app does.
  const isServed = ranked.some(({ tool, words }) => !isBuiltIn(tool) && words.some(isTopicOf(way)));
  const best = way && !isServed ? along(way, ranked, tools) : ranked;
  const lack = await describeLack(query, tools, registry, agent);
  return {
    notes: [...(way && !isServed ? [way.text] : []), ...lack],
    tools: best.map(({ tool, share }) => ({ tool, share, isSent: sends(tool.name) })),
  };
}

const isTopicOf = (way: Way | undefined) => (word: string) => way?.topics.includes(word) === true;

/** The tools that the way names, and those that have other words of the query than its topic. */
function along(way: Way, ranked: readonly Ranked[], tools: readonly ToolDefinition[]): Ranked[] {
  const isNamed = (tool: ToolDefinition) => way.tools.includes(tool.name);
  const isOther = (word: string) => !general.has(word) && !isTopicOf(way)(word);
  const named = tools.filter(isNamed).map((tool) => ({ tool, share: 1, words: [] }));
  return [...named, ...ranked.filter(({ tool, words }) => !isNamed(tool) && words.some(isOther))];
}

/** Says so if the tool that fits best cannot work in this browser. */
async function describeLack(
  query: string,
  tools: readonly ToolDefinition[],
  { lacking, lackOf }: Pick<Registry, 'lacking' | 'lackOf'>,
  agent: Agent,
): Promise<string[]> {
  const absent = lacking(agent);
  if (absent.length === 0) return [];
  const [best] = await rankTools(query, [...tools, ...absent]);
  const lack = best && absent.includes(best.tool) ? lackOf(best.tool) : undefined;
  return best && lack !== undefined
    ? [`${best.tool.name} would fit, but this browser has no ${lack}; go on without it.`]
    : [];
}

function termsIn(text: string): string[] {
  return wordsIn(text.slice(0, 2_000)).flatMap((word) => termOf(word) ?? []);
}

/** Null for a word without a meaning of its own; else its singular, as far as that is regular. */
function termOf(word: string): string | null {
  if (isFunctionWord(word)) return null;
  if (word.length < 4 || !word.endsWith('s') || /[suai]s$/.test(word)) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
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
