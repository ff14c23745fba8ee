/**
 * Guarded mode: finds calls that must be shown to the user before they send anything. Text from outside can
 * contain instructions for the model (prompt injection); if the conversation also contains private data, a
 * request can exfiltrate it.
 */
import type { JsonObject } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { Destination, OutsideSource } from '#shared/tools/permission.ts';
import { isBuiltIn } from '#shared/tools/external-tool.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { CallId } from '#shared/ids.ts';
import { requestedUrls } from '../requested-urls.ts';
import { readBefore, readTrace, serverOf, type Trace } from './read-trace.ts';

/**
 * `serviceHosts`: hosts that the call would contact although no argument names them, such as search services.
 */
type GuardedCall = {
  call: CallId;
  tool: ToolDefinition;
  arguments: JsonObject;
  serviceHosts: readonly string[];
};
export type Outgoing = { to: Destination; source: OutsideSource };

/**
 * What the user must confirm, or undefined if the call may run unasked. `isAllowed`: the user has already
 * allowed this destination in this conversation. `find` returns the definition of a tool by its name or an
 * alias.
 */
export function findOutgoing(
  call: GuardedCall,
  messages: readonly Message[],
  isAllowed: (to: Destination) => boolean,
  find: (name: string) => ToolDefinition | undefined,
): Outgoing | undefined {
  const destinations = destinationsOf(call);
  if (destinations.length === 0) return undefined;
  const trace = readTrace(readBefore(call.call, messages), find);
  const source = trace.sources.at(-1);
  if (!source) return undefined;
  const unknown = destinations.find(({ to, isKnown }) => !isAllowed(to) && !isKnown(trace));
  return unknown && { to: unknown.to, source };
}

type Candidate = { to: Destination; isKnown(trace: Trace): boolean };

function destinationsOf(call: GuardedCall): Candidate[] {
  const { tool, arguments: values, serviceHosts } = call;
  if (!isBuiltIn(tool)) return [{ to: { type: 'server', name: serverOf(tool.name) }, isKnown: () => false }];
  const requested = requestedUrls(values, tool).map((url): Candidate => ({
    to: { type: 'host', name: url.host },
    isKnown: (trace) => isKnownAddress(trace, call, url),
  }));
  if (serviceHosts.length === 0) return requested;
  // All service hosts receive the same query, including those that are known.
  const to = { type: 'host', name: serviceHosts.join(', ') } as const;
  return [
    ...requested,
    { to, isKnown: (trace) => serviceHosts.every((host) => isKnownService(trace, host)) },
  ];
}

/** True if this chat has already contacted the host, through any tool; see docs/decisions/web.md. */
function isKnownService({ asked, mentioned, visited }: Trace, host: string): boolean {
  return asked.has(host) || [mentioned, visited].some((origins) => origins.has(`https://${host}`));
}

/**
 * The most information, in bits, that the choice among known addresses may reveal to servers while the
 * conversation contains private data. A page can list one address for each four-digit number (13 bits).
 */
const maxBits = 8;

function isKnownAddress(trace: Trace, call: GuardedCall, url: URL): boolean {
  const { host, href, origin } = url;
  const hasData = trace.hasPrivate || trace.hasTyped;
  // What may be the name of a file is a host only while there is nothing to send there.
  const isMentioned = trace.mentioned.has(origin);
  const isNamed = trace.named.has(origin) || (isMentioned && !hasData);
  if (!isMentioned && !trace.visited.has(origin) && !trace.found.has(href)) return false;
  const isSource = trace.sources.some((source) => source.type === 'page' && source.host === host);
  if (isNamed && !isSource) return true;
  // From here on, the host itself may have written the instructions. It may receive data only if all text
  // came from that host,
  if (!hasData && trace.sources.every((source) => source.type === 'page' && source.host === host))
    return true;
  // or if the request is a plain GET or HEAD of a URL that is already in the conversation, and its choice
  // reveals little.
  return trace.urls.has(href) && isBareVisit(call.arguments) && revealsLittle(trace);
}

/** Counts the requests to all hosts, because several hosts may collude. */
function revealsLittle({ hasPrivate, urls, requests }: Trace): boolean {
  return !hasPrivate || (requests + 1) * Math.log2(urls.size) <= maxBits;
}

/** True if the request carries no data besides its URL. */
function isBareVisit({ method = 'GET', body, headers }: JsonObject): boolean {
  const hasHeaders = typeof headers === 'object' && headers !== null && Object.keys(headers).length > 0;
  return (method === 'GET' || method === 'HEAD') && body === undefined && !hasHeaders;
}
