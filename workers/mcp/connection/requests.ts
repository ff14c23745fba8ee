/** The requests of a link: paginated lists, calls, and the end of a session. */
import type { Client } from '@modelcontextprotocol/client';
import * as limits from '#shared/limits.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { fail } from '../errors/failure.ts';
import { translateErrors } from '../errors/library-failure.ts';
import type { Link, LinkDeps } from './link.ts';

export function listsOf(client: Client): Pick<Link, 'tools' | 'resources' | 'templates' | 'prompts'> {
  const offers = () => client.getServerCapabilities() ?? {};
  const readAll = async <T>(isOffered: boolean, ...pages: Parameters<typeof readPages<T>>): Promise<T[]> =>
    isOffered ? translateErrors(readPages<T>(...pages)) : [];
  return {
    tools: (signal) =>
      readAll(offers().tools !== undefined, limits.external.toolsPerSource + 1, async (params) => {
        const page = await client.request({ method: 'tools/list', params }, options(signal));
        return { items: page.tools, next: page.nextCursor };
      }),
    resources: (signal) =>
      readAll(offers().resources !== undefined, mcpLimits.entries, async (params) => {
        const page = await client.request({ method: 'resources/list', params }, options(signal));
        return { items: page.resources, next: page.nextCursor };
      }),
    templates: (signal) =>
      readAll(offers().resources !== undefined, mcpLimits.entries, async (params) => {
        const page = await client.request({ method: 'resources/templates/list', params }, options(signal));
        return { items: page.resourceTemplates, next: page.nextCursor };
      }),
    prompts: (signal) =>
      readAll(offers().prompts !== undefined, mcpLimits.entries, async (params) => {
        const page = await client.request({ method: 'prompts/list', params }, options(signal));
        return { items: page.prompts, next: page.nextCursor };
      }),
  };
}

/**
 * Reads at most `most` entries of a paginated list; the library would read and keep 64 pages. An empty cursor is one
 * (revision 2026-07-28), but servers also end a list with it, so a page that comes again ends it.
 */
async function readPages<T>(
  most: number,
  read: (params: { cursor?: string }) => Promise<{ items: T[]; next?: string | undefined }>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  let last = '';
  for (let page = 0; page < mcpLimits.pages && all.length < most; page++) {
    const { items, next } = await read(cursor === undefined ? {} : { cursor });
    const text = JSON.stringify(items);
    if (text === last) return all;
    last = text;
    all.push(...items.slice(0, most - all.length));
    if (next === undefined || next === cursor) return all;
    cursor = next;
  }
  return all;
}

/**
 * The longest delay of a timer, in milliseconds. The caller enforces the deadline, because it must pause
 * while the user is asked.
 */
const noTimeout = 2 ** 31 - 1;

function options(signal: AbortSignal) {
  return { signal, timeout: mcpLimits.answerMs };
}

export function requestsOf(
  client: Client,
  isLegacy: boolean,
): Pick<Link, 'call' | 'read' | 'prompt' | 'complete'> {
  const meta = isLegacy ? {} : { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } };
  return {
    // The output schema is removed, because the library would validate results with it in this thread.
    call: ({ outputSchema: _, ...toolDefinition }, values, { signal, onProgress }) =>
      translateErrors(
        client.callTool(
          { name: toolDefinition.name, arguments: values, ...meta },
          { signal, timeout: noTimeout, toolDefinition, ...(onProgress ? { onprogress: onProgress } : {}) },
        ),
      ),
    read: (uri, signal) =>
      translateErrors(client.readResource({ uri }, { signal, timeout: noTimeout, cacheMode: 'bypass' })),
    prompt: (name, values, signal) =>
      translateErrors(client.getPrompt({ name, arguments: values }, { signal, timeout: noTimeout })),
    complete: (params, signal) => {
      if (!client.getServerCapabilities()?.completions) throw fail('not_offered');
      return translateErrors(client.complete(params, options(signal)));
    },
  };
}

/**
 * Ends a session on the server with a DELETE request; the library's own request would be aborted with the
 * connection.
 */
export async function endSession(
  { url, fetch, auth }: Pick<LinkDeps, 'url' | 'fetch' | 'auth'>,
  session: string,
  protocol: string,
): Promise<void> {
  const token = await auth.token();
  const headers = {
    'mcp-session-id': session,
    'mcp-protocol-version': protocol,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const signal = AbortSignal.timeout(mcpLimits.connectMs);
  const { body } = await fetch(url, { method: 'DELETE', headers, signal });
  await body?.cancel();
}
