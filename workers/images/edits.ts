/** What can be done to a picture, in this order: blur, crop, rotate, flip, size, marks; and the limits. */

/** Pixels of the upright picture before the edits. */
export type Area = { x: number; y: number; width: number; height: number };

/** `shrink`: inside the box, never enlarged. `inside`: the same, enlarged too. `cover`: fills it. `stretch`: distorts. */
export const fits = ['shrink', 'inside', 'cover', 'stretch'] as const;
type Fit = (typeof fits)[number];

export const flips = ['horizontal', 'vertical', 'both'] as const;

export const positions = [
  ...(['top-left', 'top', 'top-right', 'left', 'center', 'right'] as const),
  ...(['bottom-left', 'bottom', 'bottom-right'] as const),
] as const;
type Position = (typeof positions)[number];

/** A text, or a rectangle without one; pixels of the finished picture. Colours as CSS writes them. */
export type Mark = {
  text?: string;
  position?: Position;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  size?: number;
  color?: string;
  fill?: string;
};

/** Of `crop` and `blur`: pixels of the upright picture, or percent of its width and height. */
export const units = ['pixels', 'percent'] as const;

export type Edits = {
  blur?: readonly Area[];
  crop?: Area;
  unit?: (typeof units)[number];
  /** Degrees, clockwise. */
  rotate?: number;
  flip?: (typeof flips)[number];
  width?: number;
  height?: number;
  fit?: Fit;
  draw?: readonly Mark[];
  /** Behind transparent parts; white in a JPEG. */
  background?: string;
};

/** The formats that the browser writes. */
export const outputFormats = ['png', 'jpeg', 'webp'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** How large the result is, and how the picture is put into it. */
export type Layout = {
  /** Of the result. */
  canvas: { width: number; height: number };
  /** To which the crop is scaled before it is turned. */
  scaled: { width: number; height: number };
  /** Radians. */
  angle: number;
  /** Applied after the turn, where the picture is distorted; 1 otherwise. */
  stretch: { x: number; y: number };
  isEnlarged: boolean;
  /** The box was larger than the picture, which stays as it is. */
  isKept: boolean;
};

/** `crop`: the size of the part that is used. */
export function layOut(crop: { width: number; height: number }, edits: Edits): Layout {
  const { rotate = 0, width, height, fit = 'shrink' } = edits;
  const degrees = ((rotate % 360) + 360) % 360;
  const turned = boundingBox(crop, degrees);
  const x = width === undefined ? undefined : width / turned.width;
  const y = height === undefined ? undefined : height / turned.height;
  const asked = scalesFor(x, y, fit);
  const isKept = fit === 'shrink' && Math.max(asked.x, asked.y) > 1;
  const { x: scaleX, y: scaleY } = isKept ? { x: 1, y: 1 } : asked;
  // One picture is scaled evenly with the browser's best filter, and stretched only where that is asked for.
  const even = Math.max(scaleX, scaleY);
  const isCovered = fit === 'cover' && width !== undefined && height !== undefined;
  return {
    canvas: {
      width: isCovered ? width : pixels(turned.width * scaleX),
      height: isCovered ? height : pixels(turned.height * scaleY),
    },
    scaled: { width: pixels(crop.width * even), height: pixels(crop.height * even) },
    angle: (degrees * Math.PI) / 180,
    stretch: { x: scaleX / even, y: scaleY / even },
    isEnlarged: even > 1,
    isKept,
  };
}

function scalesFor(x: number | undefined, y: number | undefined, fit: Fit): { x: number; y: number } {
  if (x === undefined || y === undefined) {
    const only = x ?? y ?? 1;
    return { x: only, y: only };
  }
  if (fit === 'stretch') return { x, y };
  const both = fit === 'cover' ? Math.max(x, y) : Math.min(x, y);
  return { x: both, y: both };
}

function boundingBox({ width, height }: { width: number; height: number }, degrees: number) {
  if (degrees % 180 === 0) return { width, height };
  if (degrees % 90 === 0) return { width: height, height: width };
  const [sin, cos] = [
    Math.abs(Math.sin((degrees * Math.PI) / 180)),
    Math.abs(Math.cos((degrees * Math.PI) / 180)),
  ];
  return { width: pixels(width * cos + height * sin), height: pixels(width * sin + height * cos) };
}

function pixels(length: number): number {
  return Math.max(1, Math.round(length));
}

export function inPixels(
  { x, y, width, height }: Area,
  picture: { width: number; height: number },
  unit: Edits['unit'],
): Area {
  if (unit !== 'percent') return { x, y, width, height };
  const [across, down] = [picture.width / 100, picture.height / 100];
  return { x: x * across, y: y * down, width: width * across, height: height * down };
}

/** The part of an area that lies in a picture; undefined if none does. */
export function insideOf(area: Area, picture: { width: number; height: number }): Area | undefined {
  const [left, top] = [Math.max(0, Math.round(area.x)), Math.max(0, Math.round(area.y))];
  const right = Math.min(picture.width, Math.round(area.x + area.width));
  const bottom = Math.min(picture.height, Math.round(area.y + area.height));
  return right > left && bottom > top
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : undefined;
}
