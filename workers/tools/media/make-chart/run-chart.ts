/** One call of `make_chart`: checks the specification, reads its data, draws it, and saves both files. */
import { previewLimits } from '#shared/images/fit-image.ts';
import { isPhone } from '#shared/is-phone.ts';
import type { Json, JsonObject } from '#shared/json.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { ToolMedia, ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { pictureForModel, sizeWords } from '#workers/images/picture-for-model.ts';
import { countOf } from '#workers/text/count-of.ts';
import { withData } from './chart-data.ts';
import { checkFields, checkSpec } from './check-spec.ts';
import { parseSpec } from './spec.ts';
import type { Theme } from './theme.ts';

type ChartArguments = { spec: string; data?: string; output?: string; theme?: Theme };
type Context = { files: ToolFiles; signal: AbortSignal; progress(text: string): void };

export async function runChart(
  { spec: text, data, output, theme = 'light' }: ChartArguments,
  { files, signal, progress }: Context,
): Promise<ToolReturn> {
  const parsed = parseSpec(text);
  checkSpec(parsed);
  const { spec, rows, columns } = await withData(parsed, data, files);
  checkFields(spec, columns);
  // Before the drawing, so that a bad path is known at once.
  const stem =
    output === undefined ? await freeStem(titleOf(spec), files) : output.replace(/\.(svg|png)$/i, '');
  progress('Loading the chart library');
  const { drawChart } = await import('./draw-chart.ts');
  progress('');
  signal.throwIfAborted();
  const { svg, png, width, height, warnings } = await drawChart(spec, { theme, isNarrow: isPhone() });
  await files.write(`${stem}.svg`, svg);
  if (png) await files.write(`${stem}.png`, new Blob([png]));
  const picture = png && (await shown(png, stem));
  const lines = [
    `A chart of ${countOf(rows, 'row')}, ${Math.round(width)} x ${Math.round(height)} pixels, is in ${stem}.svg and ${stem}.png (twice the size${picture ? `: ${picture.size}` : ''}). The user sees it in the chat.`,
    ...warnings.slice(0, 5).map((warning) => `Warning: ${warning.slice(0, 300)}`),
  ];
  return [{ type: 'text', text: lines.join('\n') }, ...(picture ? [picture.media] : [])];
}

/** Scaled down: each later request of the chat sends it again. */
async function shown(
  png: Uint8Array<ArrayBuffer>,
  stem: string,
): Promise<{ media: ToolMedia; size: string }> {
  const name = `${stem.slice(stem.lastIndexOf('/') + 1)}.png`;
  const file = new File([png], name, { type: 'image/png' });
  const picture = await pictureForModel(file, previewLimits);
  const data = new Uint8Array(await picture.arrayBuffer());
  return {
    media: { type: 'image', media_type: picture.type, name, data },
    size: await sizeWords(file, picture),
  };
}

function titleOf({ title }: JsonObject): string {
  const text: Json | undefined =
    typeof title === 'object' && title !== null && !Array.isArray(title) ? title.text : title;
  const words = [text]
    .flat()
    .filter((each) => typeof each === 'string')
    .join(' ');
  const name = words
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return Array.from(name).slice(0, 40).join('') || 'chart';
}

async function freeStem(name: string, files: ToolFiles): Promise<string> {
  for (let number = 1; ; number++) {
    const stem = `charts/${name}${number === 1 ? '' : `-${number}`}`;
    const taken = await Promise.all([`${stem}.svg`, `${stem}.png`].map((path) => exists(path, files)));
    if (!taken.includes(true)) return stem;
  }
}

async function exists(path: string, files: ToolFiles): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.type === 'file_not_found') return false;
    throw error;
  }
}
