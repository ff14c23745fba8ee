/**
 * The service's own search among deferred tools. Its calls and results go back as they came, each as a text part without
 * text. https://developers.openai.com/api/docs/guides/tools-tool-search
 */
// Types only, zero bytes.
import type { NamespaceTool, Tool } from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { isBuiltIn } from '#shared/tools/external-tool.ts';
import type { ToolCategory, ToolDefinition } from '#shared/tools/tool.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';
import { waysOf } from '../learned-ways.ts';
import { toResponsesTool } from './openai-responses-tools.ts';

/** Only these models support it. */
const models = /^gpt-(?:5\.(?:[4-9]|\d\d)|[6-9]|\d\d)/;

export function searchesTools({ baseUrl, model }: Pick<ProviderTarget, 'baseUrl' | 'model'>): boolean {
  if (waysOf({ baseUrl, model }).searchesTools === false) return false;
  return URL.canParse(baseUrl) && new URL(baseUrl).hostname === 'api.openai.com' && models.test(model);
}

const subjects: Readonly<Record<ToolCategory, string>> = {
  io: 'Files of the workspace',
  network: 'The web',
  system: 'The system',
  notify: 'Notifications',
  memory: 'What is remembered',
  agent: 'Tasks, alarms and past chats',
  code: 'Programs and processes',
  git: 'Git repositories',
  device: 'The device of the user: sensors, clipboard, contacts, calendar',
};

/** Longest list of names in the description of a namespace, which is all that a model sees of it at first. */
const nameCharacters = 150;

/** The search, and the tools in a namespace for each subject and each server, as the service recommends. */
export function searchableTools(deferred: readonly ToolDefinition[]): Tool[] {
  const groups = new Map<string, ToolDefinition[]>();
  for (const tool of deferred) {
    const name = isBuiltIn(tool) ? tool.category : tool.source;
    groups.set(name, [...(groups.get(name) ?? []), tool]);
  }
  return deferred.length === 0 ? [] : [{ type: 'tool_search' }, ...[...groups].map(toNamespace)];
}

function toNamespace([name, tools]: [string, ToolDefinition[]]): NamespaceTool {
  const [first] = tools;
  const subject = first && isBuiltIn(first) ? subjects[first.category] : 'Tools of a server';
  const names = tools.map((tool) => tool.name.split('__').at(-1)).join(', ');
  return {
    type: 'namespace',
    name,
    description: `${subject}: ${names.slice(0, nameCharacters)}`,
    tools: tools.map((tool) => ({ ...toResponsesTool(tool), defer_loading: true })),
  };
}

export function isSearch({ type }: JsonObject): boolean {
  return type === 'tool_search_call' || type === 'tool_search_output';
}

/** The item of a search that follows the text of a part. */
export function searchIn(part: Part): JsonObject | undefined {
  if (part.type !== 'text' || part.echo?.wire !== 'openai-responses') return undefined;
  const { item } = part.echo.data;
  return isJsonObject(item) && isSearch(item) ? item : undefined;
}

/** Keeps searches with their result, and all of them and their namespaces only in a request with deferred tools. */
export function fitSearches({ messages, deferred = [] }: ModelRequest): readonly Message[] {
  return messages.map((message) => {
    const searches = message.parts.filter(searchIn);
    const kept = deferred.length > 0 ? new Set(pairs(searches)) : new Set<Part>();
    const parts = message.parts.map((part) => {
      if (deferred.length === 0 && part.type === 'call' && part.echo) return withoutNamespace(part);
      if (!searchIn(part) || kept.has(part) || part.type !== 'text') return part;
      const { echo: _, ...plain } = part;
      return plain;
    });
    return parts.every((part, at) => part === message.parts[at]) ? message : { ...message, parts };
  });
}

/** Hosted searches have no id: a call is followed by its output. */
function pairs(searches: readonly Part[]): Part[] {
  return searches.flatMap((part, at) => {
    const next = searches[at + 1];
    const isPair =
      searchIn(part)?.type === 'tool_search_call' && next && searchIn(next)?.type !== 'tool_search_call';
    return isPair ? [part, next] : [];
  });
}

function withoutNamespace(part: Part & { type: 'call' }): Part {
  if (part.echo?.wire !== 'openai-responses' || part.echo.data.namespace === undefined) return part;
  const { namespace: _, ...data } = part.echo.data;
  return { ...part, echo: { ...part.echo, data } };
}
