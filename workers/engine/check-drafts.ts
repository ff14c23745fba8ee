/** What is wrong with a provider or an agent before it is saved, in a sentence; the console lets anything through. */
import type { AgentDraft } from '../../src/shared/agent.ts';
import { hasNetwork, type ModelError, type ProviderDraft } from '../../src/shared/provider.ts';
import { providers } from '../providers/index.ts';
import { guideId } from '../storage/providers.ts';

export function checkDraft(draft: ProviderDraft): string | undefined {
  const { id, kind, label, model } = draft;
  if (!Object.hasOwn(providers, kind)) return `'kind' must be one of: ${Object.keys(providers).join(', ')}.`;
  if (kind === 'guide' || id === guideId) return 'The guide is built in and has nothing to save.';
  if (typeof label !== 'string' || !label.trim()) return "Give the provider a name in 'label'.";
  if (typeof model !== 'string' || !model.trim()) return "Name a model in 'model'.";
  const problem = hasNetwork(kind) ? checkConnection(draft) : undefined;
  return problem && problem.detail;
}

/** What would make every request fail before it is sent, and look like something else. */
export function checkConnection({
  baseUrl = '',
  apiKey = '',
}: ProviderDraft): (ModelError & { detail: string }) | undefined {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    return {
      type: 'bad_url',
      detail:
        'The base URL must be an address such as https://api.openai.com/v1 or http://localhost:11434/v1.',
    };
  }
  const { username, password } = new URL(baseUrl);
  if (username || password)
    return {
      type: 'bad_url',
      detail: 'The base URL must not contain a user name or password; put the key in its own field.',
    };
  if (/^[\x21-\x7e]*$/.test(apiKey.trim())) return undefined;
  return {
    type: 'bad_key',
    detail:
      'The key contains characters that no key has, such as spaces, line breaks or curly quotes. Copy it again.',
  };
}

export function checkAgent({ name, tools, maxSteps, timeouts }: AgentDraft): string | undefined {
  if (!name.trim()) return "Give the agent a name in 'name'.";
  if (!Array.isArray(tools)) return "'tools' must be a list of tool names, 'group:<category>' or '*'.";
  if (typeof maxSteps === 'number' && !(Number.isInteger(maxSteps) && maxSteps > 0))
    return "'maxSteps' must be a whole number above 0, or 'unlimited'.";
  const isPositive = (seconds: number) => Number.isFinite(seconds) && seconds > 0;
  return Object.values(timeouts ?? {}).every(isPositive)
    ? undefined
    : "'timeouts' must be seconds above 0 by tool name.";
}
