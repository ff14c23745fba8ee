/** A server's tool as stored, with a fingerprint that shows whether it has changed since it was accepted. */
import type { JsonObject } from '#shared/json.ts';
import { canonicalJson } from '#shared/canonical-json.ts';
import * as limits from '#shared/limits.ts';
import type { McpToolChange } from '#shared/mcp/mcp.ts';
import { cleanText } from '#workers/external-tools/clean-text.ts';
import type { AnnouncedTool } from '#workers/external-tools/external-server.ts';
import { refuseSize } from '#workers/external-tools/measure-json.ts';
import { sha256 } from '#workers/text/sha256.ts';
import type { Tool } from '../connection/link.ts';

/** Everything in a tool's definition that a model or a user relies on, short enough to be stored. */
export type ToolFingerprint = {
  title: string;
  description: string;
  /** SHA-256 of both texts as sent, of the input and output schema, and of the annotations. */
  hashes: { texts: string; schemas: string; annotations: string };
};

export type KnownTool = AnnouncedTool & {
  /**
   * `mcp__server__name`, used in calls and permissions; several names of a server may map to the same local
   * name.
   */
  localName: string;
  title: string;
  description: string;
  /** As sent; `null` if too large to use. */
  parameters: JsonObject | null;
  hints: { isReadOnly?: boolean; isDestructive?: boolean; reachesOut?: boolean };
  fingerprint: ToolFingerprint;
};

export async function toKnownTool(tool: Tool, toLocalName: (name: string) => string): Promise<KnownTool> {
  const { annotations = {}, inputSchema, outputSchema } = tool;
  // Keeps one character over the limit, so that the name is still rejected for its length.
  const name = tool.name.slice(0, limits.external.nameCharacters + 1);
  const sent = { title: tool.title ?? annotations.title ?? '', description: tool.description ?? '' };
  const title = cleanText(sent.title, limits.external.titleCharacters);
  const description = cleanText(sent.description, limits.external.descriptionCharacters);
  // Sizes are checked first, because hashing is recursive and a deeply nested value would overflow the stack.
  const parameters = withinLimits(inputSchema);
  return {
    name,
    localName: toLocalName(name),
    title,
    description,
    parameters,
    hints: {
      ...(annotations.readOnlyHint === undefined ? {} : { isReadOnly: annotations.readOnlyHint }),
      ...(annotations.destructiveHint === undefined ? {} : { isDestructive: annotations.destructiveHint }),
      ...(annotations.openWorldHint === undefined ? {} : { reachesOut: annotations.openWorldHint }),
    },
    fingerprint: {
      title,
      description,
      hashes: {
        texts: await hashOf([sent.title, sent.description]),
        schemas: await hashOf([parameters, withinLimits(outputSchema)]),
        annotations: await hashOf([withinLimits(annotations)]),
      },
    },
  };
}

/** Undefined if nothing changed. */
export function diffFingerprints(accepted: ToolFingerprint, now: ToolFingerprint): McpToolChange | undefined {
  const { texts, schemas, annotations } = accepted.hashes;
  const isSameText = texts === now.hashes.texts;
  if (isSameText && schemas === now.hashes.schemas && annotations === now.hashes.annotations)
    return undefined;
  const between = (before: string, after: string, isLast: boolean) =>
    before !== after || isLast ? { before, after } : undefined;
  const title = isSameText ? undefined : between(accepted.title, now.title, false);
  // If both texts look the same, the change is in invisible characters or beyond the stored length.
  const description = isSameText ? undefined : between(accepted.description, now.description, !title);
  return {
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    parameters: schemas !== now.hashes.schemas,
    annotations: annotations !== now.hashes.annotations,
  };
}

/** `value` must have been parsed from JSON. */
function withinLimits(value: object | undefined): JsonObject | null {
  return value === undefined || refuseSize(value) ? null : (value as JsonObject);
}

async function hashOf(values: (string | JsonObject | null)[]): Promise<string> {
  return sha256(canonicalJson(values));
}
