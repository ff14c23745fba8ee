/** What a refused request teaches in every format; the words are those of real servers. */
import type { ModelError } from '#shared/models/provider.ts';
import type { ModelWays } from '#shared/models/ways.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';

/** The statuses of a request that is not accepted as it is. */
const refusals = [400, 403, 404, 422, 500];

/** As Gemini's "Developer instruction is not enabled for models/gemma-3" and the templates' "System role not supported". */
const noSystem =
  /(?:developer|system) instructions? (?:is|are) not (?:enabled|supported)|system (?:role|message|prompt)s? (?:is |are )?not supported|does not support 'system'|only user(?:,| and) assistant/i;

/** A service's own search, and the definitions that it is given for it. */
const noSearch = /defer_loading|tool[_ ]search|'?namespace'?/i;

export function commonWays(
  { type, status = 0, detail = '' }: ModelError,
  { deferred, tools, system }: ModelRequest,
): ModelWays | undefined {
  if (!refusals.includes(status)) return undefined;
  if (deferred && deferred.length > 0 && noSearch.test(detail)) return { searchesTools: false };
  // An error about one definition is no refusal of tools.
  if (type === 'tools_refused' && tools.length > 0 && !/tools?[[.]\d/.test(detail))
    return { toolStyle: 'text' };
  return system !== '' && noSystem.test(detail) ? { systemRole: 'user' } : undefined;
}

/** What was taught and is not yet so; the user's own settings stay. */
export function newWays(
  taught: ModelWays | undefined,
  given: ProviderTarget,
  used: ProviderTarget,
): ModelWays | undefined {
  const fresh = Object.entries(taught ?? {}).filter(([name, value]) => {
    const way = name as keyof ModelWays;
    return given.traits[way] === undefined && used.traits[way] !== value;
  });
  return fresh.length > 0 ? Object.fromEntries(fresh) : undefined;
}
