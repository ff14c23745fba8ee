/** The text of a result of `edit_image`: what was done to each picture, what was lost, and what failed. */
import type { ToolErrorType } from '#shared/tools/tool.ts';
import type { ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import type { PictureInfo } from '#workers/images/picture-info.ts';
import type { Shown } from './sheet.ts';

/** `to`: absent if the picture only went onto a contact sheet. */
export type Done = {
  source: { path: string; bytes: number; info: PictureInfo };
  to?: string;
  bytes?: number;
  size?: { width: number; height: number };
  notes: readonly string[];
};
export type Failed = { path: string; type: ToolErrorType; why: string };

type Outcome = {
  done: readonly Done[];
  failed: readonly Failed[];
  /** Files of the folders and patterns that are no pictures which can be edited. */
  leftOut: readonly string[];
  /** The path of the contact sheet. */
  sheet: string | undefined;
  args: { keep_metadata?: boolean; quality?: number };
  shown: Shown | undefined;
};

/** Names of files that were left out. */
const maxNames = 10;

/** @throws ToolError if nothing was done */
export function reportOf({ done, failed, leftOut, sheet, args, shown }: Outcome): ToolReturn {
  const [first] = failed;
  const faults = failed.map(({ path, why }) => `- ${path}: ${why}`);
  if (first && done.length === 0)
    throw new ToolError(
      first.type,
      failed.length === 1
        ? `${first.path}: ${first.why}`
        : `No picture could be edited:\n${faults.join('\n')}`,
    );
  const total = done.length + failed.length;
  const lines = [
    ...(failed.length > 0 ? [`${failed.length} of ${total} failed:`, ...faults, '', 'The others:'] : []),
    ...done.filter(({ to }) => to !== undefined).map(describe),
    ...(sheet ? [`Contact sheet of ${countOf(done.length, 'picture')}: ${sheet}`] : []),
    ...sharedNotes(done),
    ...metadataNote(done, args.keep_metadata ?? false),
    ...qualityNote(done, args.quality),
    ...leftOutNote(leftOut),
    ...(shown?.size.includes('shown') ? [`The picture here: ${shown.size}.`] : []),
  ];
  return {
    content: [{ type: 'text', text: lines.join('\n') }, ...(shown ? [shown.media] : [])],
    metadata: failed.length > 0 ? { failed: `${failed.length} of ${total}` } : {},
  };
}

function describe({ source, to = '', bytes = 0, size }: Done): string {
  const { path, info } = source;
  const taken = info.taken === undefined ? '' : `, taken ${info.taken}`;
  const from = `${info.width} x ${info.height}, ${kilobytes(source.bytes)}${taken}`;
  const made = size ? `${size.width} x ${size.height}, ${kilobytes(bytes)}` : kilobytes(bytes);
  return path === to ? `${path} (${from}) was replaced: ${made}` : `${path} (${from}) -> ${to} (${made})`;
}

function kilobytes(bytes: number): string {
  return bytes < 10_000 ? countOf(bytes, 'byte') : `${Math.round(bytes / 1000)} kB`;
}

/** Each note once, with the pictures that it is about if it is not about all. */
function sharedNotes(done: readonly Done[]): string[] {
  const about = new Map<string, string[]>();
  for (const { source, notes } of done)
    for (const note of notes) about.set(note, [...(about.get(note) ?? []), source.path]);
  return [...about].map(([note, paths]) => {
    const names = done.length === 1 ? '' : paths.length === done.length ? ' (all)' : ` (${paths.join(', ')})`;
    return `Note: ${note}${names}.`;
  });
}

function metadataNote(done: readonly Done[], isKept: boolean): string[] {
  const written = done.filter(({ to }) => to !== undefined);
  if (written.length === 0) return [];
  const placed = written.filter(({ source }) => source.info.place).length;
  if (isKept) {
    const has = written.filter(({ source }) => source.info.exif).length;
    if (has === 0) return ['Metadata: there was none to keep.'];
    return [
      `Metadata: date, camera and place were kept${placed > 0 ? ', so the results say where they were taken' : ''}; previews were removed.`,
    ];
  }
  const where =
    placed === 0
      ? ''
      : `, with the place where ${placed === 1 ? 'a picture was' : `${placed} pictures were`} taken`;
  return [`Metadata: removed${where}.`];
}

function qualityNote(done: readonly Done[], quality: number | undefined): string[] {
  if (quality === undefined) return [];
  const isPng = done.some(({ to }) => to?.toLowerCase().endsWith('.png'));
  return isPng ? ['Note: quality has no effect on PNG, which is lossless; WebP and JPEG are smaller.'] : [];
}

function leftOutNote(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > maxNames ? ` and ${paths.length - maxNames} more` : '';
  return [
    `Left out, as they are no pictures that can be edited: ${paths.slice(0, maxNames).join(', ')}${more}.`,
  ];
}
