/**
 * Registers the tools that the user offers to agents of the browser (WebMCP,
 * https://webmachinelearning.github.io/webmcp/). The user is asked before every call.
 */
import type { EngineConnection } from '#src/engine/connect.ts';
import type { ContentBlock } from '#shared/conversation/content.ts';
import { newId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';

/** The API of Chromium 156; not in the DOM types yet. */
export type ModelContext = {
  /** Rejects if the name is taken. Aborting the signal unregisters the tool. */
  registerTool(
    tool: {
      name: string;
      title: string;
      description: string;
      inputSchema: object;
      execute(input: JsonObject, options?: { signal?: AbortSignal }): Promise<unknown>;
    },
    options: { signal: AbortSignal },
  ): Promise<void>;
};

export function modelContext(): ModelContext | undefined {
  return (document as { modelContext?: ModelContext }).modelContext;
}

/** Keeps the registered tools in step with the engine for the life of the page. */
export function offerTools(
  context: ModelContext,
  { api, onEvents, onRestart }: Pick<EngineConnection, 'api' | 'onEvents' | 'onRestart'>,
): void {
  const offered = new Map<string, { definition: string; end: AbortController }>();
  let last = Promise.resolve();

  /** Serialised, so that two changes do not register the same tool twice. */
  function refresh(): void {
    last = last.then(follow).catch(reportError);
  }

  async function follow(): Promise<void> {
    const tools = await api.mcp.offered();
    const wanted = new Map(tools.map((tool) => [tool.name, { tool, definition: JSON.stringify(tool) }]));
    for (const [name, { definition, end }] of offered) {
      if (wanted.get(name)?.definition === definition) continue;
      end.abort();
      offered.delete(name);
    }
    for (const [name, { tool, definition }] of wanted) {
      if (offered.has(name)) continue;
      const end = new AbortController();
      // A tool that the browser refuses is reported, and tried again at the next change.
      await register(tool, end.signal).then(() => offered.set(name, { definition, end }), reportError);
    }
  }

  function register({ name, title, description, parameters }: ToolInfo, signal: AbortSignal): Promise<void> {
    return context.registerTool(
      {
        ...{ name, title, description, inputSchema: parameters },
        async execute(input, options) {
          const call = newId('call');
          options?.signal?.throwIfAborted();
          options?.signal?.addEventListener('abort', () => void api.chat.cancelCall(call), { once: true });
          return answer(await api.mcp.callOffered(name, input, call));
        },
      },
      { signal },
    );
  }

  onEvents((events) => {
    if (events.some((event) => event.type === 'changed' && event.kind === 'tools')) refresh();
  });
  onRestart(refresh);
  refresh();
}

/** In the result format of MCP. Images and files are only described. */
function answer(report: ToolCallReport) {
  if (report.status === 'error')
    return { content: [{ type: 'text', text: `${report.error_type}: ${report.message}` }], isError: true };
  const { result } = report;
  const blocks: ContentBlock[] = typeof result === 'string' ? [{ type: 'text', text: result }] : result;
  const content = blocks.map((block) => ({
    type: 'text',
    text: block.type === 'text' ? block.text : `[${block.type} ${block.media_type}, ${block.bytes} bytes]`,
  }));
  return { content };
}
