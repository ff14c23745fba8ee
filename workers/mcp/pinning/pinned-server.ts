/** What is known of a server from its last connection: written down and read back, with what the user accepted of it. */
import { isJsonObject } from '#shared/json.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { Way } from '../connection/negotiate-transport.ts';
import type { Face, KnownTool } from './pinned-tools.ts';
import { resourceToolFace, resourceToolName } from './resource-tool.ts';
import { judgeTools } from './tool-acceptance.ts';

/** By the name a tool has here, because whatever the user allows is allowed by that; with the server's own name for it. */
export type Pin = [wire: string, face: Face, name: string];

export type KnownServer = {
  tools: KnownTool[];
  /** What the user accepted; a tool that went and comes back is held against it, too. */
  pins: Pin[];
  offers: McpServerInfo['offers'];
  instructions: string;
  way?: Way;
};

/** The name that one of a server's comes to here. */
export type WireOf = (name: string) => string;

const nothingKnown: KnownServer = {
  tools: [],
  pins: [],
  offers: { resources: false, prompts: false, completions: false, logging: false },
  instructions: '',
};

/** The tools of a new server are accepted with it, and so is each that is new; what changes is not. */
export function acceptNew(known: KnownServer, wireOf: WireOf): KnownServer {
  const pins = known.tools.map(({ wire, face, name }): Pin => [wire, face, name]);
  return { ...known, pins: firstOfEach([...known.pins, ...pins, ...ownPins(known, wireOf)]) };
}

/** `chosenBy`: the names of tools here, or the marks of what was shown of them; absent: all. */
export function acceptChanges(known: KnownServer, chosenBy?: readonly string[]): KnownServer {
  const isChosen = (tool: KnownTool) =>
    !chosenBy || chosenBy.includes(tool.wire) || chosenBy.includes(markOf(tool));
  const chosen = [...judgeTools(known)].flatMap(([tool, { type }]): Pin[] =>
    type === 'changed' && isChosen(tool) ? [[tool.wire, tool.face, tool.name]] : [],
  );
  const others = known.pins.filter(([wire]) => !chosen.some(([each]) => each === wire));
  return { ...known, pins: [...others, ...chosen] };
}

/** Stands for a tool as it is: all that a pin holds of it. */
export function markOf({ wire, face, name }: KnownTool): string {
  return JSON.stringify([wire, face, name]);
}

/** Our own tool is pinned as well: a server's that comes later takes its name only where the user says so. */
function ownPins({ offers }: KnownServer, wireOf: WireOf): Pin[] {
  return offers.resources ? [[wireOf(resourceToolName), resourceToolFace, resourceToolName]] : [];
}

/** Who has a name keeps it. Nothing is forgotten for new names: there are just no more. */
function firstOfEach(pins: readonly Pin[]): Pin[] {
  const first = new Map<string, Pin>();
  for (const pin of pins) if (!first.has(pin[0]) && first.size < mcpLimits.pins) first.set(pin[0], pin);
  return [...first.values()];
}

/** The most that is kept; larger lists are asked for anew each time, and only what was accepted is remembered. */
const mostCharacters = 2_000_000;

export function writeKnown(known: KnownServer): string {
  const text = JSON.stringify(known);
  return text.length <= mostCharacters ? text : JSON.stringify({ ...known, tools: [], isCut: true });
}

/** What another tab wrote, for one that has tools of its own: what was too long to write down is not gone. */
export function rereadKnown(text: string, own: KnownServer, wireOf: WireOf): KnownServer {
  const known = readKnown(text, wireOf);
  const value: unknown = text && JSON.parse(text);
  return isJsonObject(value) && value.isCut === true ? { ...known, tools: own.tools } : known;
}

/** Written by `writeKnown` into storage that nobody else writes; a version that wrote otherwise is as if it were not there. */
export function readKnown(text: string, wireOf: WireOf): KnownServer {
  if (text === '') return nothingKnown;
  const value: unknown = JSON.parse(text);
  const isWhole =
    isJsonObject(value) &&
    Array.isArray(value.tools) &&
    Array.isArray(value.pins) &&
    isJsonObject(value.offers);
  return isWhole ? bringUpToDate(value as Stored, wireOf) : nothingKnown;
}

/** Earlier versions pinned by the server's own names, and not our tool. `isCut`: there are tools, and none is written. */
type Stored = Omit<KnownServer, 'pins'> & { pins: (Pin | [name: string, face: Face])[]; isCut?: true };

function bringUpToDate({ isCut: _, ...stored }: Stored, wireOf: WireOf): KnownServer {
  const tools = stored.tools.map((tool) => ({ ...tool, wire: wireOf(tool.name) }));
  const pins = stored.pins.map((pin): Pin => (pin.length === 3 ? pin : [wireOf(pin[0]), pin[1], pin[0]]));
  const known = { ...stored, tools, pins };
  return { ...known, pins: firstOfEach([...pins, ...ownPins(known, wireOf)]) };
}
