/** What a server said of its tools, and what of it the user has accepted: a tool that says something else is off. */
import type { JsonObject } from '#shared/json.ts';
import { visibleText } from '#shared/invisible.ts';
import { limits } from '#shared/limits.ts';
import type { McpToolChange } from '#shared/mcp/mcp.ts';
import { canonicalJson } from '#workers/domains/activity/call-chain.ts';
import { refuseSize } from '#workers/external-tools/measure-json.ts';
import { sha256 } from '#workers/text/sha256.ts';
import type { Tool } from '../connection/protocol-client.ts';

/** Everything of a tool that a model or a user goes by, short enough to be kept. */
export type Face = {
  title: string;
  description: string;
  /** Of both texts whole, of the schemas, and of the annotations. */
  hashes: { texts: string; schemas: string; annotations: string };
};

export type KnownTool = {
  name: string;
  /** The name it has here, by which a model calls it and a user allows it; several names of a server come to the same. */
  wire: string;
  title: string;
  description: string;
  /** As it came, or nothing where it is too large to be used. */
  parameters: JsonObject | null;
  hints: { isReadOnly?: boolean; isDestructive?: boolean; reachesOut?: boolean };
  face: Face;
};

export async function knowTool(tool: Tool, wireOf: (name: string) => string): Promise<KnownTool> {
  const { annotations = {}, inputSchema, outputSchema } = tool;
  // What is too long is refused by its length, which one more letter shows.
  const name = tool.name.slice(0, limits.outside.nameCharacters + 1);
  const title = tool.title ?? annotations.title ?? '';
  const description = tool.description ?? '';
  const isUsable = refuseSize(inputSchema) === undefined;
  return {
    name,
    wire: wireOf(name),
    title: cut(title, limits.outside.titleCharacters),
    description: cut(description, limits.outside.descriptionCharacters),
    parameters: isUsable ? toObject(inputSchema) : null,
    hints: {
      ...(annotations.readOnlyHint === undefined ? {} : { isReadOnly: annotations.readOnlyHint }),
      ...(annotations.destructiveHint === undefined ? {} : { isDestructive: annotations.destructiveHint }),
      ...(annotations.openWorldHint === undefined ? {} : { reachesOut: annotations.openWorldHint }),
    },
    face: {
      title: cut(visibleText(title), limits.outside.titleCharacters),
      description: cut(visibleText(description), limits.outside.descriptionCharacters),
      hashes: {
        texts: await hashOf([title, description]),
        // Sizes first: what is deep enough overflows whoever walks it.
        schemas: await hashOf([isUsable ? toObject(inputSchema) : null, small(outputSchema)]),
        annotations: await hashOf([small(annotations)]),
      },
    },
  };
}

/** Undefined where it is the same. */
export function compareFaces(accepted: Face, now: Face): McpToolChange | undefined {
  const { texts, schemas, annotations } = accepted.hashes;
  const isSameText = texts === now.hashes.texts;
  if (isSameText && schemas === now.hashes.schemas && annotations === now.hashes.annotations)
    return undefined;
  const between = (before: string, after: string, isLast: boolean) =>
    before !== after || isLast ? { before, after } : undefined;
  const title = isSameText ? undefined : between(accepted.title, now.title, false);
  // Where both look the same, something that cannot be seen has changed, or the end of a long text.
  const description = isSameText ? undefined : between(accepted.description, now.description, !title);
  return {
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    parameters: schemas !== now.hashes.schemas,
    annotations: annotations !== now.hashes.annotations,
  };
}

function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}

function small(value: object | undefined): JsonObject | null {
  return value === undefined || refuseSize(value) ? null : toObject(value);
}

/** It came as JSON, and is nothing else. */
function toObject(value: object): JsonObject {
  return value as JsonObject;
}

async function hashOf(values: (string | JsonObject | null)[]): Promise<string> {
  return sha256(new TextEncoder().encode(canonicalJson(values)));
}
