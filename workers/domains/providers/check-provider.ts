/** Checks a provider before it is saved; returns the fault as a sentence. Scripts can pass any value. */
import { visibleName } from '#shared/invisible.ts';
import { isJsonObject } from '#shared/json.ts';
import { guideId } from '#shared/models/guide-id.ts';
import { wayValues } from '#shared/models/ways.ts';
import { hasNetwork, providerKinds, type ModelError, type ProviderDraft } from '#shared/models/provider.ts';

export function checkDraft(draft: ProviderDraft): string | undefined {
  const { id, kind, label, model } = draft;
  if (!providerKinds.includes(kind)) return `'kind' must be one of: ${providerKinds.join(', ')}.`;
  if (kind === 'guide' || id === guideId) return 'The guide is built in and has nothing to save.';
  if (typeof label !== 'string' || !visibleName(label)) return "Give the provider a name in 'label'.";
  if (typeof model !== 'string' || !model.trim()) return "Name a model in 'model'.";
  const problem = checkConnection(draft);
  return problem ? problem.detail : checkTraits(draft.traits);
}

function checkTraits(traits: unknown): string | undefined {
  if (traits === undefined) return undefined;
  if (!isJsonObject(traits)) return "'traits' must be an object, such as { contextTokens: 8192 }.";
  for (const field of ['contextTokens', 'outputTokens']) {
    const value = traits[field];
    const isCount = typeof value === 'number' && Number.isInteger(value) && value > 0;
    if (value !== undefined && !isCount) return `'traits.${field}' must be a whole number of tokens above 0.`;
  }
  const wrong = ['tools', 'images', 'documents', 'reasoning'].find(
    (field) => traits[field] !== undefined && typeof traits[field] !== 'boolean',
  );
  if (wrong) return `'traits.${wrong}' must be true or false.`;
  for (const [name, values] of Object.entries(wayValues)) {
    const value = traits[name];
    if (value !== undefined && !values.some((each) => each === value))
      return `'traits.${name}' must be one of: ${values.join(', ')}; leave it out for what the check of the model finds.`;
  }
  const { prices = {} } = traits;
  const arePrices = isJsonObject(prices) && Object.values(prices).every(isPrice);
  return arePrices ? undefined : "'traits.prices' must be US dollars per million tokens, none below 0.";
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Chrome also parses `https://not a url`, whose host becomes `not%20a%20url`. */
function isAddress(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { protocol, hostname } = new URL(baseUrl);
  return /^https?:$/.test(protocol) && /^[\w.:[\]-]+$/.test(hostname);
}

/** Finds a fault that would make every request fail before it is sent, with a misleading error. */
export function checkConnection({
  kind,
  baseUrl = '',
  apiKey = '',
}: ProviderDraft): (ModelError & { detail: string }) | undefined {
  if (!hasNetwork(kind)) return undefined;
  if (!isAddress(baseUrl)) {
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
