/** The jobs that the page sends to the renderer. An answer is null if the text is to be shown unchanged. */
import type { ColouredRun, MathElement } from '#shared/rendering/renderer-protocol.ts';
import type { TableIndex } from '#shared/tables/table-file.ts';
import type { RenderBudget } from './render-budget.ts';
import { createRenderQueue } from './render-queue.ts';
import { spawnRenderer } from './spawn-renderer.ts';

const queue = createRenderQueue(spawnRenderer);

/** Deadline for HTML, which is one job per opened file, and for a page of rows. */
const readableMs = 2_000;
/** Deadline for finding the rows of a table; half a gigabyte takes some seconds. */
const indexMs = 20_000;

export async function colour(
  text: string,
  language: string,
  budget: RenderBudget,
  signal: AbortSignal,
): Promise<readonly ColouredRun[] | null> {
  const job = { type: 'colour', input: { text, language } } as const;
  const { output, took } = await queue(job, { deadlineMs: budget.leftMs, signal });
  const runs = Array.isArray(output) ? output : null;
  return budget.spend(took, runs?.length ?? 0) ? runs : null;
}

export async function layOut(
  text: string,
  isDisplay: boolean,
  budget: RenderBudget,
  signal: AbortSignal,
): Promise<MathElement | null> {
  const job = { type: 'formula', input: { text, isDisplay } } as const;
  const { output, took } = await queue(job, { deadlineMs: budget.leftMs, signal });
  const math = output !== null && typeof output === 'object' && 'tag' in output ? output : null;
  return budget.spend(took, math ? countElements(math) : 0) ? math : null;
}

export async function readable(html: string, signal: AbortSignal): Promise<string | null> {
  const job = { type: 'readable', input: { html } } as const;
  const { output } = await queue(job, { deadlineMs: () => readableMs, signal });
  return typeof output === 'string' ? output : null;
}

/** Null if the file is no table, or takes too long. */
export async function openTable(file: Blob, signal: AbortSignal): Promise<TableIndex | null> {
  const job = { type: 'table-index', input: { file } } as const;
  const { output } = await queue(job, { deadlineMs: () => indexMs, signal });
  return output !== null && typeof output === 'object' && 'starts' in output ? output : null;
}

/** Null if it takes too long. */
export async function readTablePage(
  index: TableIndex,
  page: number,
  signal: AbortSignal,
): Promise<readonly (readonly string[])[] | null> {
  const { content, charset, delimiter, newline, starts } = index;
  const place = { content, charset, delimiter, newline, starts };
  const job = { type: 'table-page', input: { index: place, page } } as const;
  const { output } = await queue(job, { deadlineMs: () => readableMs, signal });
  return output !== null && typeof output === 'object' && 'rows' in output && Array.isArray(output.rows)
    ? output.rows
    : null;
}

function countElements({ children }: MathElement): number {
  return children.reduce((sum, child) => sum + (typeof child === 'string' ? 1 : countElements(child)), 1);
}
