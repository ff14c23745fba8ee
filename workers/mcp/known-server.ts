/** What is known of a server from its last connection: written down, read back, and held against what it says now. */
import { isJsonObject } from '../../src/shared/json.ts';
import { mcpLimits } from '../../src/shared/mcp-limits.ts';
import type { McpServerInfo, McpToolChange } from '../../src/shared/mcp.ts';
import type { Way } from './connect.ts';
import { compareFaces, type Face, type KnownTool } from './known-tools.ts';

export type KnownServer = {
  tools: KnownTool[];
  /** What the user accepted, by the tools' own names; a tool that went and comes back is held against it, too. */
  pins: [name: string, face: Face][];
  offers: McpServerInfo['offers'];
  instructions: string;
  way?: Way;
};

const nothingKnown: KnownServer = {
  tools: [],
  pins: [],
  offers: { resources: false, prompts: false, completions: false, logging: false },
  instructions: '',
};

/** The tools of a new server are accepted with it, and so is each that is new; what changes is not. */
export function acceptNew(known: KnownServer): KnownServer {
  const pins = new Map(known.pins);
  for (const { name, face } of known.tools)
    if (!pins.has(name) && pins.size < mcpLimits.pins) pins.set(name, face);
  return { ...known, pins: [...pins] };
}

/** `names`: the tools' own names; absent: all. */
export function acceptChanges(known: KnownServer, names?: readonly string[]): KnownServer {
  const pins = new Map(known.pins);
  for (const { name, face } of known.tools) if (!names || names.includes(name)) pins.set(name, face);
  return { ...known, pins: [...pins] };
}

/** Undefined where the tool is as it was accepted. Nothing is forgotten for new names: there are just no more. */
export function changeOf(known: KnownServer, { name, face }: KnownTool): McpToolChange | undefined {
  const accepted = known.pins.find(([pinned]) => pinned === name)?.[1];
  return accepted ? compareFaces(accepted, face) : { parameters: true, annotations: true };
}

/** The most that is kept; larger lists are asked for anew each time, and only what was accepted is remembered. */
const mostCharacters = 2_000_000;

export function writeKnown(known: KnownServer): string {
  const text = JSON.stringify(known);
  return text.length <= mostCharacters ? text : JSON.stringify({ ...known, tools: [] });
}

/** Written by `writeKnown` into storage that nobody else writes; a version that wrote otherwise is as if it were not there. */
export function readKnown(text: string): KnownServer {
  if (text === '') return nothingKnown;
  const value: unknown = JSON.parse(text);
  const isWhole =
    isJsonObject(value) &&
    Array.isArray(value.tools) &&
    Array.isArray(value.pins) &&
    isJsonObject(value.offers);
  return isWhole ? (value as KnownServer) : nothingKnown;
}
