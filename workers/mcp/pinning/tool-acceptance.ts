/**
 * Compares a server's tools with what the user accepted: a changed tool is off until the change is accepted.
 */
import { escapeInvisible } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerInfo, McpToolChange } from '#shared/mcp/mcp.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { TransportChoice } from '../connection/negotiate-transport.ts';
import { diffFingerprints, type KnownTool, type ToolFingerprint } from './pinned-tools.ts';
import { resourceToolFingerprint, resourceToolName } from './resource-tool.ts';

/** Keyed by the local name, because permissions are; contains the server's own name of the tool as well. */
export type Pin = [localName: string, fingerprint: ToolFingerprint, name: string];

/** What the server announced on the last connection, and what the user accepted of it. */
export type KnownServer = {
  tools: KnownTool[];
  /** Includes pins of tools that are gone: a tool that comes back is compared with its old pin. */
  pins: Pin[];
  offers: McpServerInfo['offers'];
  instructions: string;
  way?: TransportChoice;
};

/** Converts the server's own name of a tool to its local name. */
export type ToLocalName = (name: string) => string;

export type Acceptance =
  | { type: 'accepted' }
  | { type: 'changed'; change: McpToolChange }
  /** Another tool of the server has the same local name. */
  | { type: 'taken' };

export function compareWithPins({
  tools,
  pins,
}: Pick<KnownServer, 'tools' | 'pins'>): Map<KnownTool, Acceptance> {
  const pinned = new Map(pins.map((pin) => [pin[0], pin]));
  const compared = tools.map((tool) => ({ tool, change: changeOf(pinned.get(tool.localName), tool) }));
  const holders = new Map<string, KnownTool>();
  // If several tools claim a local name, an unchanged tool has priority, wherever it is in the list.
  for (const { tool } of compared.toSorted(byChange))
    if (!holders.has(tool.localName)) holders.set(tool.localName, tool);
  return new Map(
    compared.map(({ tool, change }): [KnownTool, Acceptance] => {
      if (holders.get(tool.localName) !== tool) return [tool, { type: 'taken' }];
      return [tool, change ? { type: 'changed', change } : { type: 'accepted' }];
    }),
  );
}

type Compared = { change: McpToolChange | undefined };
const byChange = (one: Compared, other: Compared) => Number(!!one.change) - Number(!!other.change);

/** Undefined if the tool is unchanged since it was accepted, its own name included. */
function changeOf(pin: Pin | undefined, tool: KnownTool): McpToolChange | undefined {
  if (!pin) return { parameters: true, annotations: true };
  const [, fingerprint, name] = pin;
  const change = diffFingerprints(fingerprint, tool.fingerprint);
  if (name === tool.name) return change;
  const names = { before: escapeInvisible(name), after: escapeInvisible(tool.name) };
  return { parameters: false, annotations: false, ...change, name: names };
}

export function refusalFor(
  acceptance: Acceptance | undefined,
  { localName }: KnownTool,
): ToolRefusal | undefined {
  if (acceptance?.type === 'accepted') return undefined;
  return acceptance?.type === 'taken'
    ? { reason: 'name_taken', detail: localName }
    : { reason: 'changed', detail: '' };
}

/**
 * Pins all tools whose local name has no pin yet: adding a server accepts its current tools, and tools with
 * new names are accepted when they appear.
 */
export function acceptNew(known: KnownServer, toLocalName: ToLocalName): KnownServer {
  const pins = known.tools.map(toPin);
  return { ...known, pins: firstOfEach([...known.pins, ...pins, ...builtInPins(known, toLocalName)]) };
}

/**
 * `chosenBy`: local names of tools, or marks (`markOf`) of the versions that were shown; absent: all changed
 * tools.
 */
export function acceptChanges(known: KnownServer, chosenBy?: readonly string[]): KnownServer {
  const isChosen = (tool: KnownTool) =>
    !chosenBy || chosenBy.includes(tool.localName) || chosenBy.includes(markOf(tool));
  const chosen = [...compareWithPins(known)].flatMap(([tool, { type }]): Pin[] =>
    type === 'changed' && isChosen(tool) ? [toPin(tool)] : [],
  );
  const others = known.pins.filter(([name]) => !chosen.some(([each]) => each === name));
  return { ...known, pins: [...others, ...chosen] };
}

/** Identifies the current version of a tool: accepting by mark accepts no later version. */
export function markOf(tool: KnownTool): string {
  return JSON.stringify(toPin(tool));
}

function toPin({ localName, fingerprint, name }: KnownTool): Pin {
  return [localName, fingerprint, name];
}

/**
 * The built-in resource tool is pinned, too, so that a server's tool can take its name only if the user
 * accepts that.
 */
export function builtInPins({ offers }: Pick<KnownServer, 'offers'>, toLocalName: ToLocalName): Pin[] {
  return offers.resources ? [[toLocalName(resourceToolName), resourceToolFingerprint, resourceToolName]] : [];
}

/** Keeps the first pin of each name. At the limit, new pins are dropped, never old ones. */
export function firstOfEach(pins: readonly Pin[]): Pin[] {
  const first = new Map<string, Pin>();
  for (const pin of pins) if (!first.has(pin[0]) && first.size < mcpLimits.pins) first.set(pin[0], pin);
  return [...first.values()];
}
