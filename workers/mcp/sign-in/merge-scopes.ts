/** All that was wanted of a sign-in so far, in the one line that an address takes. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';

/** What comes first is kept, where a server asks for ever more. */
export function joinScopes(...scopes: (string | undefined)[]): string {
  let joined = '';
  for (const scope of new Set(scopes.join(' ').split(' ').filter(Boolean)))
    if (joined.length + scope.length < mcpLimits.scopeCharacters) joined += joined ? ` ${scope}` : scope;
  return joined;
}
