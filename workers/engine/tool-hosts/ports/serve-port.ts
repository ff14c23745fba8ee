/**
 * Serves an API to a tool host for one call. The port is closed when the call is over, even if the host keeps
 * it.
 */
import type { HostRules } from '#shared/agents/host-rules.ts';
import { withTransfer, serveCalls, type Methods } from '#shared/rpc/port-calls.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { toFailure, type ToolFailure } from '#workers/contracts/tool-error.ts';
import type { NetworkApi, NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { Egress } from '#workers/network/egress.ts';
import { checkAskedForm, checkRequestForm } from './check-form.ts';
import type { HostPrompt } from './host-prompt.ts';

/** Returns the port for the host; `over` must abort when the call is over. */
export function servePort<Api extends Methods<Api>>(api: Api, over: AbortSignal): MessagePort {
  const { port1, port2 } = new MessageChannel();
  if (over.aborted) return port2;
  serveCalls(port1, api);
  over.addEventListener('abort', () => port1.close(), { once: true });
  return port2;
}

type NetworkTerms = {
  hosts: HostRules | undefined;
  publicOnly: boolean;
  /** Requests may carry the user's git tokens; `mayPush`: even those of a push. */
  usesGit: boolean;
  mayPush: boolean;
  /** Prompts the user for a token for a git server. True if there is one now. */
  askForToken?: (url: URL) => Promise<boolean>;
  /** Requests may carry the keys of search services. */
  usesSearch: boolean;
  /** Prompts the user to allow a private host that a command or script requests. */
  askForHost?: HostPrompt;
  /** Private hosts that the user has allowed for this call. */
  hasPass?(host: string): boolean;
  /** Called before a request is sent; the returned function is called if nothing was sent. */
  onRequest?: ((url: string) => () => void) | undefined;
};

export function serveNetwork(egress: Egress, terms: NetworkTerms, over: AbortSignal): MessagePort {
  const api: NetworkApi = {
    request: async (request) => {
      checkRequestForm(request);
      const message = refuseCredentials(request, terms);
      if (message !== undefined) return { type: 'error', errorType: 'permission_denied', message };
      const publicOnly = terms.publicOnly || request.publicOnly === true;
      // Only searches may let the browser cache a response.
      const { mayBeKept, ...rest } = request;
      const kept = terms.usesSearch && mayBeKept === true ? { mayBeKept } : {};
      const send = () => egress.request({ ...rest, ...kept, publicOnly }, over, terms.hosts, terms.hasPass);
      const takeBack = terms.onRequest?.(request.url);
      let outcome = await send();
      if (isRefused(outcome)) takeBack?.();
      if (wantsToken(request, outcome) && (await terms.askForToken?.(new URL(request.url))))
        outcome = await send();
      // Transferred, not copied: a body can be large.
      if (outcome.type === 'success') return withTransfer(outcome, [outcome.response.body.buffer]);
      const { mayAsk, ...failure } = outcome;
      return mayAsk && terms.askForHost ? outcome : failure;
    },
    ask: async (request) => {
      checkAskedForm(request);
      return terms.askForHost ? terms.askForHost(request) : notAsked;
    },
  };
  return servePort(api, over);
}

const notAsked: ToolFailure = {
  type: 'error',
  errorType: 'permission_denied',
  message: 'This tool does not ask for private addresses.',
};

/** True if the egress gate rejected the request, or a redirect of it; both count as not sent. */
function isRefused(outcome: NetworkOutcome): boolean {
  return outcome.type === 'error' && ['permission_denied', 'validation_error'].includes(outcome.errorType);
}

/**
 * True if the git server requires authentication. Azure DevOps answers with 203 and an HTML page instead of
 * 401.
 */
function wantsToken({ credentials }: NetworkRequest, outcome: NetworkOutcome): boolean {
  return credentials === 'git' && outcome.type === 'success' && [401, 203].includes(outcome.response.status);
}

function refuseCredentials(
  { credentials, url }: NetworkRequest,
  { usesGit, mayPush, usesSearch }: NetworkTerms,
): string | undefined {
  if (credentials === undefined) return undefined;
  if (credentials !== 'git')
    return usesSearch
      ? undefined
      : "The keys of search services are for tools with the capability 'search' only.";
  if (!usesGit) return "The tokens for git servers are for tools with the capability 'git' only.";
  if (!mayPush && decoded(url).includes('git-receive-pack'))
    return 'This agent asks before it pushes. Use the tool git_push, which asks the user.';
  return undefined;
}

/** Percent-decodes as a server may: `git%2Dreceive-pack` is the same path. */
function decoded(url: string): string {
  return url.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Converts a thrown error into a value, because an error that crosses threads keeps only its message. */
export async function fallible<T>(work: () => Promise<T>): Promise<Fallible<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const { errorType, message } = toFailure(error);
    return { ok: false, error: { type: errorType, message } };
  }
}
