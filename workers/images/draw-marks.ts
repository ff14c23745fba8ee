/** Draws texts and rectangles onto a finished picture. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { Mark } from './edits.ts';
import { wrapText } from './wrap-text.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** Pixels; smaller letters cannot be read. */
const smallestText = 8;
/** Of the size of the text. */
const lineSpacing = 1.25;

/** Returns what was not done as asked. */
export function drawMarks(context: Context, marks: readonly Mark[]): string[] {
  return marks.flatMap((mark, index) => {
    const name = `draw[${index}]`;
    context.save();
    const notes = mark.text === undefined ? [] : drawText(context, mark, mark.text, name);
    if (mark.text === undefined) drawRectangle(context, mark, name);
    context.restore();
    return notes;
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

/** Returns what was not done as asked. */
function drawText(context: Context, mark: Mark, text: string, name: string): string[] {
  const { size, lines, pad, notes } = fitText(context, mark, text);
  const widths = lines.map((line) => context.measureText(line).width);
  const lineHeight = size * lineSpacing;
  const width = Math.max(...widths);
  const box = { width: width + 2 * pad, height: lines.length * lineHeight + 2 * pad };
  const { x, y } = placeOf(context, mark, box, 'bottom');
  context.textBaseline = 'top';
  if (mark.fill !== undefined) {
    setColour(context, 'fillStyle', mark.fill, `${name}.fill`);
    context.fillRect(x, y, box.width, box.height);
  }
  setColour(context, 'fillStyle', mark.color ?? 'white', `${name}.color`);
  // An outline keeps a text without a background readable on any picture.
  context.strokeStyle = isDark(context) ? 'rgb(255 255 255 / 70%)' : 'rgb(0 0 0 / 70%)';
  context.lineWidth = size / 8;
  context.lineJoin = 'round';
  const isCentred = mark.x === undefined && !/left|right/.test(mark.position ?? 'bottom');
  lines.forEach((line, index) => {
    const left = x + pad + (isCentred ? (width - (widths[index] ?? 0)) / 2 : 0);
    const top = y + pad + index * lineHeight + (lineHeight - size) / 2;
    if (mark.fill === undefined) context.strokeText(line, left, top);
    context.fillText(line, left, top);
  });
  return notes.map((note) => `${name}: ${note}`);
}

/** Breaks the text into lines that fit, smaller if there are too many. Sets the font. */
function fitText(context: Context, mark: Mark, text: string) {
  const asked = mark.size ?? Math.max(12, Math.round(shortSide(context) / 18));
  const margin = marginOf(context);
  const { width: across, height: down } = context.canvas;
  for (let size = asked; ; size = Math.max(smallestText, Math.floor(size * 0.9))) {
    context.font = `600 ${size}px system-ui, sans-serif`;
    const pad = mark.fill === undefined ? 0 : size * 0.35;
    const right = mark.x === undefined ? across - 2 * margin : across - mark.x - margin;
    const room = Math.max(size, Math.min(right, mark.width ?? Infinity) - 2 * pad);
    const lines = wrapText(text, room, (line) => context.measureText(line).width);
    const height = lines.length * size * lineSpacing + 2 * pad;
    const fits = height <= (mark.y === undefined ? down - 2 * margin : down - mark.y);
    if (!fits && size > smallestText) continue;
    const notes = [
      ...(size < asked ? [`the text got the size ${size} instead of ${asked}, to fit into the picture`] : []),
      ...(fits ? [] : ['the text does not fit into the picture, and a part of it cannot be seen']),
    ];
    return { size, lines, pad, notes };
  }
}

/** The top left corner: as given, or at a position with a margin. */
function placeOf(
  context: Context,
  { x, y, position }: Mark,
  box: { width: number; height: number },
  otherwise: NonNullable<Mark['position']>,
): { x: number; y: number } {
  const { canvas } = context;
  const at = position ?? otherwise;
  const margin = marginOf(context);
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

function marginOf(context: Context): number {
  return Math.round(shortSide(context) / 40);
}

function shortSide({ canvas }: Context): number {
  return Math.min(canvas.width, canvas.height);
}
