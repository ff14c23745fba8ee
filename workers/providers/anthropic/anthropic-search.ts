/**
 * The service's own search among deferred tools. Its calls and results go back as they came, in the text part that they
 * follow. https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
 */
// Types only, zero bytes.
import type {
  ServerToolUseBlockParam,
  ToolSearchToolBm25_20251119,
  ToolSearchToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';
import { waysOf } from '../learned-ways.ts';

/** Versions from 4.5 on; compatible servers and earlier models refuse it. */
const models = /^claude-(?:(?:opus|sonnet|haiku)-(?:4-[5-9]|[5-9])(?!\d)|fable|mythos)/;

export function searchesTools({ baseUrl, model }: Pick<ProviderTarget, 'baseUrl' | 'model'>): boolean {
  if (waysOf({ baseUrl, model }).searchesTools === false) return false;
  return URL.canParse(baseUrl) && new URL(baseUrl).hostname === 'api.anthropic.com' && models.test(model);
}

export const searchTool: ToolSearchToolBm25_20251119 = {
  type: 'tool_search_tool_bm25_20251119',
  name: 'tool_search_tool_bm25',
};

type SearchBlock = ServerToolUseBlockParam | ToolSearchToolResultBlockParam;

export function isSearch(block: JsonObject): block is JsonObject & SearchBlock {
  const { type, name } = block;
  const isCall =
    type === 'server_tool_use' && typeof name === 'string' && name.startsWith('tool_search_tool');
  return isCall || type === 'tool_search_tool_result';
}

/** The block that followed the text of a part. */
export function searchIn(part: Part): SearchBlock | undefined {
  if (part.type !== 'text' || part.echo?.wire !== 'anthropic') return undefined;
  const { block } = part.echo.data;
  return isJsonObject(block) && isSearch(block) ? block : undefined;
}

/**
 * Keeps what the service accepts: a call with its result, and references to tools in the request. Without deferred tools
 * the request has no search. The same message as long as nothing changes, because its JSON is cached.
 */
export function fitSearches({ messages, tools, deferred = [] }: ModelRequest): readonly Message[] {
  const known = new Set(deferred.length > 0 ? [...tools, ...deferred].map(({ name }) => name) : []);
  return messages.map((message) => {
    if (!message.parts.some(searchIn)) return message;
    const ids = message.parts.map((part) => idOf(searchIn(part)));
    const parts = message.parts.flatMap((part): Part[] => {
      const block = searchIn(part);
      if (!block || part.type !== 'text' || !part.echo) return [part];
      const { echo, ...plain } = part;
      const isPaired = ids.filter((id) => id === idOf(block)).length === 2;
      if (known.size === 0 || !isPaired) return [plain];
      return [{ ...plain, echo: { ...echo, data: { block: withKnown(echo.data.block, known) } } }];
    });
    return JSON.stringify(parts) === JSON.stringify(message.parts) ? message : { ...message, parts };
  });
}

function idOf(block: SearchBlock | undefined): string | undefined {
  return block?.type === 'server_tool_use' ? block.id : block?.tool_use_id;
}

/** A tool whose server was removed must not be referred to any more. */
function withKnown(block: Json | undefined, known: ReadonlySet<string>): Json {
  if (!isJsonObject(block)) return null;
  const { content } = block;
  if (!isJsonObject(content) || !Array.isArray(content.tool_references)) return block;
  const kept = content.tool_references.filter(
    (each) => isJsonObject(each) && typeof each.tool_name === 'string' && known.has(each.tool_name),
  );
  return { ...block, content: { ...content, tool_references: kept } };
}
