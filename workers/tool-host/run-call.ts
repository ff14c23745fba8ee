/**
 * Runs one tool call inside a tool host: opens the ports of the call, and converts its result or error into
 * an outcome.
 */
import type { JsonObject } from '#shared/json.ts';
import type { ToolContent, ToolMedia } from '#workers/contracts/tool-content.ts';
import { toFailure } from '#workers/contracts/tool-error.ts';
import type { ToolHostPorts, ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { Tool } from '#workers/tools/tool.ts';
import { openPorts } from './port-clients.ts';

export async function runCall(
  tool: Tool,
  values: JsonObject,
  ports: ToolHostPorts,
  control: {
    signal: AbortSignal;
    progress(text: string): void;
    output(text: string): void;
    limitTime(ms: number | undefined): void;
    fullText?: string | undefined;
  },
): Promise<ToolOutcome> {
  try {
    const context = { ...control, ...openPorts(tool, ports, control.signal) };
    const returned = await tool.execute(values, context);
    if (typeof returned === 'string' || Array.isArray(returned))
      return { type: 'success', result: withOwnBuffers(returned) };
    const { content, ...more } = returned;
    return { type: 'success', result: withOwnBuffers(content), ...more };
  } catch (error) {
    return toFailure(error);
  }
}

/**
 * Bytes are transferred together with their buffer. A view of a larger buffer is copied, because otherwise
 * the whole buffer would be transferred.
 */
function withOwnBuffers(content: ToolContent): ToolContent {
  if (typeof content === 'string') return content;
  return content.map((block) =>
    block.type === 'text' || isWhole(block.data) ? block : { ...block, data: block.data.slice() },
  );
}

function isWhole(data: ToolMedia['data']): boolean {
  return data.byteLength === data.buffer.byteLength;
}
