/** A tool that searches the web with the service that the user has chosen. */
import { search, writeResults } from '#workers/search/search.ts';
import { defineTool } from '#workers/tools/tool.ts';

export const webSearch = defineTool({
  name: 'web_search',
  title: 'Web search',
  description:
    'Search the web: title, address, date and two sentences of each result; without a search service of the user, it searches Wikipedia, Stack Exchange, Hacker News, Crossref and GitHub only.',
  category: 'network',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        description: 'What to search for: a few words, not a question.',
      },
      count: {
        type: 'integer',
        minimum: 1,
        maximum: 20,
        default: 8,
        description: 'How many results.',
      },
    },
    required: ['query'],
  },
  capabilities: ['network', 'search'],
  returns: ['search'],
  contacts: { type: 'search', purpose: 'web' },
  timeoutSeconds: 30,
  repeatable: true,
  summaryParameter: 'query',
  async execute({ query, count = 8 }, { network, search: port }) {
    const service = await port.service('web');
    const asked = { query, count, language: navigator.language };
    const found = await search(asked, service, { network, purpose: 'web' });
    return writeResults(found, query, service.kind === 'open' ? 'web' : undefined);
  },
});
