/** What a tool returns, before the engine stores its media as blobs. */
import type { TextBlock } from '#shared/conversation/content.ts';
import type { ResultMetadata } from '#shared/tools/tool.ts';

/** An image or a file as a tool returns it: the engine keeps the bytes, the conversation a reference to them. */
export type ToolMedia = {
  type: 'image' | 'file';
  media_type: string;
  /** Transferred to the engine, not copied. */
  data: Uint8Array<ArrayBuffer>;
  name?: string;
};

export type ToolContent = string | (TextBlock | ToolMedia)[];

/**
 * What a tool's code returns: content, or content with more. `full`: the uncut text, to be stored. `isOwnWords`: the
 * result has none of the text from outside that the tool may return; a search has found nothing.
 */
export type ToolReturn =
  ToolContent | { content: ToolContent; metadata: ResultMetadata; full?: string; isOwnWords?: boolean };
