/** Draws texts and rectangles onto a finished picture. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { Mark } from './edits.ts';

type Context = OffscreenCanvasRenderingContext2D;

export function drawMarks(context: Context, marks: readonly Mark[]): void {
  marks.forEach((mark, index) => {
    context.save();
    if (mark.text === undefined) drawRectangle(context, mark, `draw[${index}]`);
    else drawText(context, mark, mark.text, `draw[${index}]`);
    context.restore();
  });
}

/** A colour that the browser does not know leaves the old one, so two different old ones tell. */
export function setColour(
  context: Context,
  property: 'fillStyle' | 'strokeStyle',
  colour: string,
  parameter: string,
): void {
  const read = ['#010203', '#040506'].map((other) => {
    context[property] = other;
    context[property] = colour;
    return context[property];
  });
  if (read[0] === read[1]) return;
  throw new ToolError(
    'validation_error',
    `Parameter '${parameter}': '${colour.slice(0, 60)}' is no colour. Write it as CSS does, such as 'red', '#ff8800' or 'rgb(0 0 0 / 50%)'.`,
  );
}

function drawRectangle(context: Context, mark: Mark, name: string): void {
  const { width, height, fill, color = fill === undefined ? 'red' : undefined } = mark;
  if (width === undefined || height === undefined)
    throw new ToolError(
      'validation_error',
      `Parameter '${name}': give 'text', or 'x', 'y', 'width' and 'height' of a rectangle.`,
    );
  const { x, y } = placeOf(context, mark, { width, height }, 'center');
  if (fill !== undefined) {
    setColour(context, 'fillStyle', fill, `${name}.fill`);
    context.fillRect(x, y, width, height);
  }
  if (color === undefined) return;
  setColour(context, 'strokeStyle', color, `${name}.color`);
  context.lineWidth = mark.size ?? Math.max(2, Math.round(shortSide(context) / 150));
  context.strokeRect(x, y, width, height);
}

function drawText(context: Context, mark: Mark, text: string, name: string): void {
  const size = mark.size ?? Math.max(12, Math.round(shortSide(context) / 18));
  const lines = text.split('\n');
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.textBaseline = 'top';
  const lineHeight = size * 1.25;
  const pad = mark.fill === undefined ? 0 : size * 0.35;
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 2 * pad;
  const { x, y } = placeOf(context, mark, { width, height: lines.length * lineHeight + 2 * pad }, 'bottom');
  if (mark.fill !== undefined) {
    setColour(context, 'fillStyle', mark.fill, `${name}.fill`);
    context.fillRect(x, y, width, lines.length * lineHeight + 2 * pad);
  }
  setColour(context, 'fillStyle', mark.color ?? 'white', `${name}.color`);
  // An outline keeps a text without a background readable on any picture.
  context.strokeStyle = isDark(context) ? 'rgb(255 255 255 / 70%)' : 'rgb(0 0 0 / 70%)';
  context.lineWidth = size / 8;
  context.lineJoin = 'round';
  lines.forEach((line, index) => {
    const top = y + pad + index * lineHeight + (lineHeight - size) / 2;
    if (mark.fill === undefined) context.strokeText(line, x + pad, top);
    context.fillText(line, x + pad, top);
  });
}

/** The top left corner: as given, or at a position with a margin. */
function placeOf(
  { canvas }: Context,
  { x, y, position }: Mark,
  box: { width: number; height: number },
  otherwise: NonNullable<Mark['position']>,
): { x: number; y: number } {
  const at = position ?? otherwise;
  const margin = Math.round(Math.min(canvas.width, canvas.height) / 40);
  const along = (isStart: boolean, isEnd: boolean, all: number, part: number) =>
    isStart ? margin : isEnd ? all - part - margin : (all - part) / 2;
  return {
    x: x ?? along(at.endsWith('left'), at.endsWith('right'), canvas.width, box.width),
    y: y ?? along(at.startsWith('top'), at.startsWith('bottom'), canvas.height, box.height),
  };
}

/** The fill colour as the browser returns it: `#rrggbb`, or `rgba(…)`. */
function isDark({ fillStyle }: Context): boolean {
  const text = typeof fillStyle === 'string' ? fillStyle : '';
  const parts = text.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
    : (text.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts;
  return 0.3 * red + 0.59 * green + 0.11 * blue < 110;
}

function shortSide({ canvas }: Context): number {
  return Math.min(canvas.width, canvas.height);
}
