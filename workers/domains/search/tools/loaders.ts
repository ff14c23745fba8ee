/** Loaders of the search tools by name, in the order in which models see the tools. */
import type { Tool } from '#workers/tools/tool.ts';

export const searchToolLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  web_search: async () => (await import('./web-search.ts')).webSearch,
  codesearch: async () => (await import('./codesearch.ts')).codesearch,
};
