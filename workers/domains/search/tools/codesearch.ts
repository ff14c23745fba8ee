/** A tool that searches code, and texts about code, with the service that the user has chosen. */
import { search, writeResults } from '#workers/search/search.ts';
import { defineTool } from '#workers/tools/tool.ts';

export const codesearch = defineTool({
  name: 'codesearch',
  title: 'Code search',
  description:
    'Search public code, API documentation, programming questions, repositories and packages, or the code search that the user has set up; read a page with fetch_url before relying on it.',
  category: 'network',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        description: 'What to search for: names, an error message, a few words.',
      },
      language: {
        type: 'string',
        minLength: 1,
        description: 'Only this programming language, such as rust.',
      },
    },
    required: ['query'],
  },
  capabilities: ['network', 'search'],
  returns: ['search'],
  contacts: { type: 'search', purpose: 'code' },
  timeoutSeconds: 30,
  repeatable: true,
  summaryParameter: 'query',
  async execute({ query, language }, { network, search: port }) {
    const service = await port.service('code');
    const isOpen = service.kind === 'open';
    const asked = {
      ...{ query, count: 12, language: navigator.language },
      ...(language === undefined ? {} : { codeLanguage: language }),
    };
    const found = await search(asked, service, { network, purpose: 'code' });
    return writeResults(found, query, isOpen ? 'code' : undefined);
  },
});
