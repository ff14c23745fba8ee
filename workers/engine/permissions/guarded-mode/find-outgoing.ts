/**
 * Guarded mode: which calls must be shown to the user before they send anything. Text from outside can hold instructions
 * for the model; with private data in the same conversation, a request is how that data would leave.
 */
import type { JsonObject } from '#shared/json.ts';
import type { Message } from '#shared/conversation/message.ts';
import { isExternalName } from '#shared/tools/external-tool.ts';
import type { Destination, OutsideSource } from '#shared/tools/permission.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { CallId } from '#shared/ids.ts';
import { requestedUrls } from '../requested-urls.ts';
import { readBefore, readTrace, serverOf, type Trace } from './read-trace.ts';

/** `serviceHosts`: what it would ask although no argument names it, such as the services of a search. */
type GuardedCall = {
  call: CallId;
  tool: ToolDefinition;
  arguments: JsonObject;
  serviceHosts: readonly string[];
};
export type Outgoing = { to: Destination; source: OutsideSource };

/**
 * What to ask the user, or undefined if the call may run unasked. `isAllowed`: they allowed this destination in this
 * conversation before. `find`: the definition of a tool by its name or an alias.
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
  if (isExternalName(tool.name))
    return [{ to: { type: 'server', name: serverOf(tool.name) }, isKnown: () => false }];
  const requested = requestedUrls(values, tool).map((url): Candidate => ({
    to: { type: 'host', name: url.host },
    isKnown: (trace) => isKnownAddress(trace, call, url),
  }));
  if (serviceHosts.length === 0) return requested;
  // All of them get the same words, also those that are known.
  const to = { type: 'host', name: serviceHosts.join(', ') } as const;
  return [
    ...requested,
    { to, isKnown: (trace) => serviceHosts.every((host) => isKnownService(trace, host)) },
  ];
}

/** Asked in this chat before, also by another tool; see docs/decisions/web.md. */
function isKnownService({ asked, named, visited }: Trace, host: string): boolean {
  return asked.has(host) || named.has(host) || visited.has(host);
}

/**
 * What the choice among known addresses may tell a server while there is something private: a page can list an address
 * for each number of four digits (13 bits).
 */
const mostBits = 8;

function isKnownAddress(trace: Trace, call: GuardedCall, url: URL): boolean {
  const { host, href } = url;
  const isNamed = trace.named.has(host);
  if (!isNamed && !trace.visited.has(host) && !trace.found.has(href)) return false;
  const isSource = trace.sources.some((source) => source.type === 'page' && source.host === host);
  if (isNamed && !isSource) return true;
  // From here on the host may have written the instructions itself. It gets nothing but what came from it,
  if (!trace.hasPrivate && trace.sources.every((source) => source.type === 'page' && source.host === host))
    return true;
  // or a visit to an address that is in the conversation already, as long as the choice of address tells it little.
  return trace.urls.has(href) && isBareVisit(call.arguments) && tellsLittle(trace);
}

/** Over all hosts: several of them may work together. */
function tellsLittle({ hasPrivate, urls, requests }: Trace): boolean {
  return !hasPrivate || (requests + 1) * Math.log2(urls.size) <= mostBits;
}

/** A request that consists of its address. */
function isBareVisit({ method = 'GET', body, headers }: JsonObject): boolean {
  const hasHeaders = typeof headers === 'object' && headers !== null && Object.keys(headers).length > 0;
  return (method === 'GET' || method === 'HEAD') && body === undefined && !hasHeaders;
}
