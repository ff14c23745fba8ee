/** How a server that speaks Chat Completions differs: by its address, by settings, and by what it refused. */
import { quirksOf } from '#shared/models/presets.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { ChatQuirks } from '#shared/models/quirks.ts';
import type { ModelWays } from '#shared/models/ways.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';

export function quirksFor({ baseUrl, traits }: ProviderTarget): ChatQuirks {
  const { returnsThoughts, refusesThoughts, ...quirks } = quirksOf(baseUrl);
  return {
    ...quirks,
    ...(traits.limitName ? { replyLimit: traits.limitName } : {}),
    ...((traits.returnsThoughts ?? returnsThoughts) ? { returnsThoughts: true } : {}),
    ...((traits.returnsThoughts === undefined ? refusesThoughts : !traits.returnsThoughts)
      ? { refusesThoughts: true }
      : {}),
  };
}

const thoughts = /reasoning(?:_content|_details)?\b/;
/** As DeepSeek's "The reasoning_content in the thinking mode must be passed back to the API". */
const wantsThoughts =
  /reasoning(?:_content|_details)?\b[^]{0,80}(?:must be (?:passed|provided|included|sent)|is (?:missing|required))/;
const refused =
  /not supported|unsupported|unknown|unrecognized|unexpected|extra (?:inputs|fields|parameters)|not permitted/i;

/**
 * As Groq's "property 'reasoning_content' is unsupported", pydantic's "Extra inputs are not permitted", OpenAI's
 * "Unsupported parameter: 'max_tokens' … Use 'max_completion_tokens' instead", and "Unknown role: developer".
 */
export function chatWays(
  { status, detail = '' }: ModelError,
  _: ModelRequest,
  target: ProviderTarget,
): ModelWays | undefined {
  if (status !== 400 && status !== 422) return undefined;
  if (wantsThoughts.test(detail)) return { returnsThoughts: true };
  // A server that requires its reasoning and refuses it is set up wrongly: its error is shown.
  if (thoughts.test(detail) && !quirksFor(target).returnsThoughts) return { returnsThoughts: false };
  if (target.traits.systemRole === 'developer' && /developer/.test(detail)) return { systemRole: 'system' };
  return refused.test(detail) ? limitWays(detail, target) : undefined;
}

/** The other name, and no limit where both are refused. */
function limitWays(detail: string, target: ProviderTarget): ModelWays | undefined {
  const { replyLimit } = quirksFor(target);
  if (target.replyLimit === undefined || replyLimit === 'none' || !detail.includes(replyLimit))
    return undefined;
  const other = replyLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  return { limitName: target.traits.limitName === undefined ? other : 'none' };
}
