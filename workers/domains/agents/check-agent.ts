/** Checks an agent before it is saved; returns the fault as a sentence. Scripts can pass any value. */
import { visibleName } from '#shared/invisible.ts';
import { isJsonObject } from '#shared/json.ts';
import { agentColours, agentSymbols, readIcon } from '#shared/agents/agent-icon.ts';
import { areHostRules } from '#shared/agents/host-rules.ts';
import { isFailedSteps, isParallelCalls, type AgentDraft } from '#shared/agents/agent.ts';
import * as limits from '#shared/limits.ts';
import { approvalModes } from '#shared/tools/permission.ts';
import { capabilities } from '#shared/tools/tool.ts';
import { checkBudget } from '../budget/check-budget.ts';

export function checkAgent(draft: AgentDraft): string | undefined {
  return (
    checkIdentity(draft) ??
    checkLimits(draft) ??
    checkAccess(draft) ??
    checkHosts(draft) ??
    checkFallbacks(draft.fallbacks) ??
    checkBudget(draft.budget)
  );
}

function checkIdentity({ name, icon, systemPrompt, tools }: AgentDraft): string | undefined {
  if (typeof name !== 'string' || !visibleName(name)) return "Give the agent a name in 'name'.";
  if (name.length > limits.agentNameCharacters)
    return `'name' must have at most ${limits.agentNameCharacters} characters.`;
  if (icon !== undefined && !readIcon(icon))
    return `'icon' must be one emoji, or '<symbol>:<colour>' of ${agentSymbols.join(', ')} and ${agentColours.join(', ')}.`;
  if (typeof systemPrompt !== 'string') return "'systemPrompt' must be text; '' for none.";
  return Array.isArray(tools) && tools.every((entry) => typeof entry === 'string')
    ? undefined
    : "'tools' must be a list of tool names, 'group:<category>' or '*'.";
}

function checkLimits({ maxSteps, timeouts, failedSteps, parallelCalls }: AgentDraft): string | undefined {
  if (typeof maxSteps === 'number' && !(Number.isInteger(maxSteps) && maxSteps > 0))
    return "'maxSteps' must be a whole number above 0, or 'unlimited'.";
  if (!Object.values(timeouts ?? {}).every(isPositive))
    return "'timeouts' must be seconds above 0 by tool name, or '*' for all others.";
  if (failedSteps !== undefined && !isFailedSteps(failedSteps))
    return `'failedSteps' must be a whole number from 1 to ${limits.maxFailedSteps}.`;
  return parallelCalls === undefined || isParallelCalls(parallelCalls)
    ? undefined
    : `'parallelCalls' must be a whole number from 1 to ${limits.maxParallelCalls}.`;
}

/** Rejects unknown names, because a misspelt one would silently allow what it should deny. */
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

function checkHosts({ hosts, isGuarded }: AgentDraft): string | undefined {
  if (isGuarded !== undefined && typeof isGuarded !== 'boolean') return "'isGuarded' must be true or false.";
  return hosts === undefined || areHostRules(hosts)
    ? undefined
    : "'hosts' must be { allow?, block? }, each a list of hosts such as 'example.com', '*.example.com' or 'localhost:8080'.";
}

function checkFallbacks(fallbacks: AgentDraft['fallbacks'] = []): string | undefined {
  const isGood = Array.isArray(fallbacks) && fallbacks.every(({ provider }) => typeof provider === 'string');
  return isGood ? undefined : "'fallbacks' must be a list of {provider, model?}, each with a provider's id.";
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
