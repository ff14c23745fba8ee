/** What is wrong with a provider or an agent before it is saved, in a sentence; the console lets anything through. */
import { isJsonObject } from '#shared/json.ts';
import { agentColours, agentSymbols, readIcon } from '#shared/agents/agent-icon.ts';
import { isParallelCalls, type AgentDraft, type Budget } from '#shared/agents/agent.ts';
import { limits } from '#shared/limits.ts';
import { approvalModes } from '#shared/tools/permission.ts';
import { hasNetwork, type ModelError, type ProviderDraft } from '#shared/models/provider.ts';
import { capabilities } from '#shared/tools/tool.ts';
import { providers } from '#workers/providers/index.ts';
import { guideId } from '#workers/domains/providers/store.ts';

export function checkDraft(draft: ProviderDraft): string | undefined {
  const { id, kind, label, model } = draft;
  if (!Object.hasOwn(providers, kind)) return `'kind' must be one of: ${Object.keys(providers).join(', ')}.`;
  if (kind === 'guide' || id === guideId) return 'The guide is built in and has nothing to save.';
  if (typeof label !== 'string' || !label.trim()) return "Give the provider a name in 'label'.";
  if (typeof model !== 'string' || !model.trim()) return "Name a model in 'model'.";
  const problem = hasNetwork(kind) ? checkConnection(draft) : undefined;
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
  const wrong = ['tools', 'images', 'reasoning'].find(
    (field) => traits[field] !== undefined && typeof traits[field] !== 'boolean',
  );
  if (wrong) return `'traits.${wrong}' must be true or false.`;
  const { prices = {} } = traits;
  const arePrices = isJsonObject(prices) && Object.values(prices).every(isPrice);
  return arePrices ? undefined : "'traits.prices' must be US dollars per million tokens, none below 0.";
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
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

export function checkAgent(draft: AgentDraft): string | undefined {
  const { name, systemPrompt, tools, maxSteps, timeouts, parallelCalls } = draft;
  if (typeof name !== 'string' || !name.trim()) return "Give the agent a name in 'name'.";
  if (name.length > limits.agentNameCharacters)
    return `'name' must have at most ${limits.agentNameCharacters} characters.`;
  if (draft.icon !== undefined && !readIcon(draft.icon))
    return `'icon' must be one emoji, or '<symbol>:<colour>' of ${agentSymbols.join(', ')} and ${agentColours.join(', ')}.`;
  if (typeof systemPrompt !== 'string') return "'systemPrompt' must be text; '' for none.";
  if (!Array.isArray(tools) || !tools.every((entry) => typeof entry === 'string'))
    return "'tools' must be a list of tool names, 'group:<category>' or '*'.";
  if (typeof maxSteps === 'number' && !(Number.isInteger(maxSteps) && maxSteps > 0))
    return "'maxSteps' must be a whole number above 0, or 'unlimited'.";
  if (!Object.values(timeouts ?? {}).every(isPositive))
    return "'timeouts' must be seconds above 0 by tool name.";
  if (parallelCalls !== undefined && !isParallelCalls(parallelCalls))
    return `'parallelCalls' must be a whole number from 1 to ${limits.mostParallelCalls}.`;
  return checkAccess(draft) ?? checkFallbacks(draft.fallbacks) ?? checkBudget(draft.budget);
}

/** What is misspelt here would be allowed without a word. */
function checkAccess({ deny = [], approval }: AgentDraft): string | undefined {
  const isKnown = (entry: unknown) => capabilities.some((capability) => capability === entry);
  if (!Array.isArray(deny) || !deny.every(isKnown))
    return `'deny' must be a list of these: ${capabilities.join(', ')}.`;
  if (approval === undefined) return undefined;
  const isMode = (mode: unknown) => approvalModes.some((each) => each === mode);
  const isGood =
    isJsonObject(approval) &&
    isMode(approval.default) &&
    (approval.tools === undefined ||
      (isJsonObject(approval.tools) && Object.values(approval.tools).every(isMode)));
  return isGood
    ? undefined
    : `'approval' must be { default, tools? }, each mode one of: ${approvalModes.join(', ')}.`;
}

function checkFallbacks(fallbacks: AgentDraft['fallbacks'] = []): string | undefined {
  const isGood = Array.isArray(fallbacks) && fallbacks.every(({ provider }) => typeof provider === 'string');
  return isGood ? undefined : "'fallbacks' must be a list of {provider, model?}, each with a provider's id.";
}

export function checkBudget(budget: Budget = {}): string | undefined {
  const { tokens, cost } = budget;
  if (tokens !== undefined && !(Number.isInteger(tokens) && tokens > 0))
    return "'tokens' of a budget must be a whole number above 0.";
  return cost === undefined || isPositive(cost)
    ? undefined
    : "'cost' of a budget must be US dollars above 0.";
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
