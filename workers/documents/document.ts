/** The contract of a document format: opened from its bytes, read part by part as Markdown. */

/** What a document consists of; a `document` has one part. */
export type PartName = 'document' | 'page' | 'slide' | 'sheet' | 'chapter';

export type Picture = { media_type: 'image/png' | 'image/jpeg'; data: Uint8Array<ArrayBuffer> };

export type OpenDocument = {
  /** Metadata of the file by label, such as `Title` and `Author`. */
  facts: Readonly<Record<string, string>>;
  part: PartName;
  count: number;
  /** The name of a part, such as a sheet's name; `number` counts from 1. */
  titleOf?: (number: number) => string | undefined;
  /** The Markdown of a part, counted from 1; '' if it has no text. */
  read(number: number): Promise<string> | string;
  /** Why a part has no text, in a sentence; undefined if nothing is wrong with it. */
  whyEmpty?: (number: number) => Promise<string | undefined>;
  /** Renders a part as a picture; absent if the format cannot. */
  draw?: (number: number) => Promise<Picture>;
  close?: () => Promise<void>;
};

/**
 * Contract: `bytes` may be anything. Throws a `ToolError` if the cause is known, and any other error if all
 * that is known is that the file is damaged. May keep or detach `bytes`.
 */
export type OpenFormat = (bytes: Uint8Array<ArrayBuffer>, context: OpenContext) => Promise<OpenDocument>;

export type OpenContext = {
  /** For error messages. */
  name: string;
  /** Aborts long work between two steps. */
  signal: AbortSignal | undefined;
  /** The encoding of a text table that the caller named: a label that the browser decodes. */
  encoding?: string | undefined;
};
