/** Messages between the page and the renderer, a worker for what hostile text can make slow: it can be terminated. */

import type { TableIndex, TablePlace } from '../tables/table-file.ts';

/** Characters of one kind; `kind` is a token type of highlight.js, '' for plain text. The runs joined are the code. */
export type ColouredRun = readonly [text: string, kind: string];

/** A MathML element as data. */
export type MathElement = {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** CSS properties by their names in `CSSStyleDeclaration`. */
  style: Readonly<Record<string, string>>;
  classes: readonly string[];
  children: readonly (MathElement | string)[];
};

export type RenderJobs = {
  /** Null if the language is unknown. */
  colour: { input: { text: string; language: string }; output: readonly ColouredRun[] | null };
  /** Null if it is not valid TeX, defines macros or would be too large. */
  formula: { input: { text: string; isDisplay: boolean }; output: MathElement | null };
  /** HTML to Markdown; '' if the page has no text. */
  readable: { input: { html: string }; output: string };
  /** Null if the file is no table. */
  'table-index': { input: { file: Blob }; output: TableIndex | null };
  'table-page': { input: { index: TablePlace; page: number }; output: { rows: string[][] } };
};

export type RenderJob = {
  [Type in keyof RenderJobs]: { type: Type; input: RenderJobs[Type]['input'] };
}[keyof RenderJobs];

export type RenderRequest = { id: number; job: RenderJob };

export type RenderReply =
  /** The code of the job is loaded: from now on its deadline counts. */
  | { id: number; state: 'started' }
  | { id: number; state: 'finished'; output: RenderJobs[keyof RenderJobs]['output'] }
  | { id: number; state: 'failed'; message: string };
