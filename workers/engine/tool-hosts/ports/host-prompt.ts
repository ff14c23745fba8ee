/**
 * Prompts the user to allow a private host that a command or script requests: once per call and host. The
 * deadline is paused meanwhile.
 */
import { browserAgentId, type Agent } from '#shared/agents/agent.ts';
import { refuseHost } from '#shared/agents/host-rules.ts';
import { shownHeaders } from '#shared/tools/request-facts.ts';
import type { CallId, SessionId } from '#shared/ids.ts';
import { shorten } from '#shared/shorten.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { UserPrompter } from '#workers/contracts/user-prompter.ts';
import type { AskedRequest } from '#workers/contracts/ports/network-port.ts';
import type { ToolFailure } from '#workers/contracts/tool-error.ts';
import { hostListFailure } from '#workers/network/check-request.ts';
import type { Egress } from '#workers/network/egress.ts';

type CallFacts = {
  agent: Pick<Agent, 'id' | 'hosts'>;
  call: CallId;
  session?: SessionId;
  pause(): () => void;
};

type Deps = {
  egress: Pick<Egress, 'check'>;
  prompts: UserPrompter;
  /** `onlyFor`: for this call alone, and not remembered. */
  allowHost(host: string, onlyFor?: CallId): Promise<void>;
};

/**
 * Resolves with the failure if the request must not be sent, or with undefined once the user has allowed its
 * host.
 */
export type HostPrompt = (request: AskedRequest) => Promise<ToolFailure | undefined>;

export function createHostPrompt(
  { name }: Pick<ToolDefinition, 'name'>,
  { agent, call, session, pause }: CallFacts,
  { egress, prompts, allowHost }: Deps,
  over: AbortSignal,
): HostPrompt {
  const asked = new Map<string, Promise<ToolFailure | undefined>>();
  let isRefused = false;

  async function ask(
    host: string,
    { method, url, headers = {} }: AskedRequest,
  ): Promise<ToolFailure | undefined> {
    const goOn = pause();
    try {
      const answer = await prompts.ask({
        ...{ subject: { type: 'host', host }, tool: name, call, signal: over },
        detail: `${shorten(method, 20)} ${shorten(url, 200)}`,
        request: { method: shorten(method, 20), host, bytes: 0, headers: shownHeaders(headers) },
        ...(session ? { session } : {}),
      });
      const isAllowed = answer === 'allowed' || answer === 'once';
      isRefused ||= !isAllowed;
      if (!isAllowed) return refusal(host, answer);
      await allowHost(host, answer === 'once' ? call : undefined);
      return undefined;
    } finally {
      goOn();
    }
  }

  return async (request) => {
    // The code host made this request, so nothing in it is trusted; the egress gate checks again when the
    // request is sent.
    const verdict = await egress.check(request.url);
    if (verdict.type === 'allowed') return undefined;
    if (verdict.type === 'refused') return { ...verdict, type: 'error' };
    const { host } = verdict;
    if (refuseHost(agent.hosts, new URL(request.url))) return hostListFailure(host);
    if (agent.id === browserAgentId)
      return denied(`${host} is a private address, which agents of the browser do not get.`);
    // Concurrent requests of one call share an answer. After one refusal no further host is asked for, so
    // that a loop over addresses cannot wear the user down.
    const answer = asked.get(host) ?? (isRefused ? refusal(host, 'denied') : ask(host, request));
    asked.set(host, Promise.resolve(answer));
    return answer;
  };
}

function refusal(host: string, answer: PromptAnswer): ToolFailure {
  if (answer === 'cancelled')
    return {
      type: 'error',
      errorType: 'cancelled',
      message: `The call was stopped while the user was asked about ${host}.`,
    };
  return denied(
    `The user did not allow ${host}, which is a private address. Ask the user before trying it again; they can also allow it under Settings > Allowed addresses.`,
  );
}

function denied(message: string): ToolFailure {
  return { type: 'error', errorType: 'permission_denied', message };
}
