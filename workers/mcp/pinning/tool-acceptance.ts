/** How a server's tools stand to what the user accepted: one tool per name here, and as it was, or it is off. */
import { printable } from '#shared/invisible.ts';
import type { McpToolChange } from '#shared/mcp/mcp.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { KnownServer, Pin } from './pinned-server.ts';
import { compareFaces, type KnownTool } from './pinned-tools.ts';

export type Standing =
  | { type: 'accepted' }
  | { type: 'changed'; change: McpToolChange }
  /** Another tool of the server has its name here. */
  | { type: 'taken' };

export function judgeTools({ tools, pins }: KnownServer): Map<KnownTool, Standing> {
  const pinned = new Map(pins.map((pin) => [pin[0], pin]));
  const judged = tools.map((tool) => ({ tool, change: changeOf(pinned.get(tool.wire), tool) }));
  const holders = new Map<string, KnownTool>();
  // Who is as accepted goes first, wherever it stands in the list.
  for (const { tool } of judged.toSorted(byChange)) if (!holders.has(tool.wire)) holders.set(tool.wire, tool);
  return new Map(
    judged.map(({ tool, change }): [KnownTool, Standing] => {
      if (holders.get(tool.wire) !== tool) return [tool, { type: 'taken' }];
      return [tool, change ? { type: 'changed', change } : { type: 'accepted' }];
    }),
  );
}

export function refusalFor(standing: Standing | undefined, { wire }: KnownTool): ToolRefusal | undefined {
  if (standing?.type === 'accepted') return undefined;
  return standing?.type === 'taken'
    ? { reason: 'name_taken', detail: wire }
    : { reason: 'changed', detail: '' };
}

type Judged = { change: McpToolChange | undefined };
const byChange = (one: Judged, other: Judged) => Number(!!one.change) - Number(!!other.change);

/** Undefined where the tool is as it was accepted, also in its name. */
function changeOf(pin: Pin | undefined, tool: KnownTool): McpToolChange | undefined {
  if (!pin) return { parameters: true, annotations: true };
  const [, face, name] = pin;
  const change = compareFaces(face, tool.face);
  if (name === tool.name) return change;
  const names = { before: printable(name), after: printable(tool.name) };
  return { parameters: false, annotations: false, ...change, name: names };
}
