/** The names of search services; those of products are the same in every language. */
import type { SearchInfo, SearchKind } from '#shared/api/search.ts';
import { t } from '#src/state/text/text.ts';

const products = { brave: 'Brave Search', tavily: 'Tavily', exa: 'Exa', searxng: 'SearXNG' } as const;

export function kindName(kind: SearchKind): string {
  if (kind === 'open') return t('settings.search-open');
  return kind === 'json' ? t('settings.search-json') : products[kind];
}

/** Contains the host for a kind of which the user can have several services. */
export function serviceName({ kind, host }: Pick<SearchInfo, 'kind' | 'host'>): string {
  if (kind === 'json') return host;
  return kind === 'searxng' ? `SearXNG (${host})` : kindName(kind);
}
