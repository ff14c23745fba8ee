/** The arguments of ImageMagick's commands, as far as the browser can do what they say. https://imagemagick.org/script/command-line-options.php */
import { type Area, type Edits, type OutputFormat, outputFormats } from '#workers/images/edits.ts';
import { CommandError } from '../command.ts';

type Size = { width: number; height: number };

/** One step, which may depend on the size of the picture so far. `extent`: the size of a canvas around it. */
type Step = { edits(size: Size): Edits } | { extent: Size; gravity: string };

export type Arguments = {
  files: string[];
  steps: Step[];
  quality?: number;
  background?: string;
  /** Of `mogrify` and `identify`. */
  format?: string;
  path?: string;
  /** `identify` shows date, camera and place, too. */
  isVerbose?: boolean;
};

/** Settings that change nothing here: a picture is upright, without metadata and in sRGB anyway. */
const ignored = ['-strip', '-auto-orient', '-flatten', '+repage', '-repage', '+profile', '-coalesce'];
/** The same, with a value. */
const ignoredValues = [
  '-colorspace',
  '-density',
  '-units',
  '-depth',
  '-interlace',
  '-sampling-factor',
  '-define',
  '-filter',
  '-alpha',
];

/** The options that change the picture, in the order in which they are given. */
const steps: Readonly<Record<string, ((value: string, gravity: string) => Step) | (() => Step)>> = {
  ...{ '-resize': resize, '-thumbnail': resize, '-scale': resize, '-sample': resize, '-crop': crop },
  '-extent': (value: string, gravity: string) => ({ extent: sizeOf(value), gravity }),
  '-rotate': (value: string) => fixed({ rotate: numberOf('-rotate', value) }),
  '-flip': () => fixed({ flip: 'vertical' }),
  '-flop': () => fixed({ flip: 'horizontal' }),
};

export function readArguments(args: readonly string[]): Arguments {
  const read: Arguments = { files: [], steps: [] };
  let gravity = 'northwest';
  const left = [...args];
  const value = (name: string): string => {
    const next = left.shift();
    if (next === undefined) throw new CommandError(`option requires an argument: ${name}`);
    return next;
  };
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    const step = steps[arg];
    if (!/^[-+]\w/.test(arg)) read.files.push(arg);
    else if (step) read.steps.push(step(step.length > 0 ? value(arg) : '', gravity));
    else if (arg === '-gravity') gravity = value(arg).toLowerCase();
    else if (arg === '-quality') read.quality = numberOf(arg, value(arg));
    else if (arg === '-background') read.background = value(arg).replace(/^none$/i, 'transparent');
    else if (arg === '-format') read.format = value(arg);
    else if (arg === '-path') read.path = value(arg);
    else if (arg === '-verbose') read.isVerbose = true;
    else if (ignoredValues.includes(arg)) refuseOther(arg, value(arg));
    else if (!ignored.includes(arg)) throw unknown(arg);
  }
  return read;
}

/** Values that would change how the picture looks. */
function refuseOther(option: string, value: string): void {
  const isHarmless =
    option === '-colorspace'
      ? /^s?rgb$/i.test(value)
      : option !== '-alpha' || /^(on|off|remove)$/i.test(value);
  if (!isHarmless) throw unknown(`${option} ${value}`);
}

function unknown(option: string): CommandError {
  return new CommandError(
    `unrecognized option '${option}'. There are -resize, -crop, -extent, -gravity, -rotate, -flip, -flop, -quality, -background, -strip, -auto-orient; the tool edit_image also draws texts, blurs regions and makes contact sheets; for the rest use Pillow in run_python`,
  );
}

function fixed(edits: Edits): Step {
  return { edits: () => edits };
}

/** `800x600`, `800`, `x600`, `50%`, with `>` (only shrink), `<` (only enlarge), `^` (fill), `!` (exactly). */
function resize(geometry: string): Step {
  const [, w, h, percent, flag] = /^(\d+)?(?:x(\d+)?)?(%)?([><^!])?$/.exec(geometry) ?? [];
  if (w === undefined && h === undefined) throw new CommandError(`invalid geometry: '${geometry}'`);
  const width = w === undefined ? undefined : Number(w);
  const height = h === undefined ? undefined : Number(h);
  const box = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  if (percent) return { edits: (size) => shareOf(size, width ?? height ?? 100, height ?? width ?? 100) };
  if (flag === '>') return fixed({ ...box, fit: 'shrink' });
  if (flag === '!') return fixed({ ...box, fit: 'stretch' });
  if (flag === '^' && width && height)
    return { edits: (size) => ({ ...filling(size, { width, height }), fit: 'stretch' }) };
  const isLarger = (size: Size) => size.width > (width ?? Infinity) || size.height > (height ?? Infinity);
  return { edits: (size) => (flag === '<' && isLarger(size) ? {} : { ...box, fit: 'inside' }) };
}

/** Percent of both sides. */
function shareOf(size: Size, across: number, down: number): Edits {
  const length = (pixels: number, percent: number) => Math.max(1, Math.round((pixels * percent) / 100));
  return { width: length(size.width, across), height: length(size.height, down), fit: 'stretch' };
}

/** The smallest size of the same shape that covers the box. */
function filling({ width, height }: Size, box: Size): Size {
  const scale = Math.max(box.width / width, box.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** `100x80+10+20`, or without an offset at the place that `-gravity` says. */
function crop(geometry: string, gravity: string): Step {
  const [, w, h, percent, x = '0', y = '0'] =
    /^(\d+)x(\d+)(%)?(?:([+-]\d+)([+-]\d+))?!?$/.exec(geometry) ?? [];
  if (w === undefined || h === undefined)
    throw new CommandError(`invalid geometry: '${geometry}'; write -crop WIDTHxHEIGHT+X+Y`);
  return {
    edits(size) {
      const share = percent ? [size.width / 100, size.height / 100] : [1, 1];
      const part = { width: Number(w) * (share[0] ?? 1), height: Number(h) * (share[1] ?? 1) };
      return { crop: { ...part, ...placed(size, part, gravity, { x: Number(x), y: Number(y) }) } };
    },
  };
}

/** Where a part of a picture is; offsets go inwards from the side that gravity names. */
export function placed(
  size: Size,
  part: Size,
  gravity: string,
  { x, y }: { x: number; y: number },
): Pick<Area, 'x' | 'y'> {
  const along = (isStart: boolean, isEnd: boolean, all: number, length: number, offset: number) =>
    isStart ? offset : isEnd ? all - length - offset : (all - length) / 2 + offset;
  return {
    x: Math.round(along(gravity.includes('west'), gravity.includes('east'), size.width, part.width, x)),
    y: Math.round(
      along(gravity.startsWith('north'), gravity.startsWith('south'), size.height, part.height, y),
    ),
  };
}

function sizeOf(geometry: string): Size {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(geometry) ?? [];
  if (width === undefined)
    throw new CommandError(`invalid geometry: '${geometry}'; write -extent WIDTHxHEIGHT`);
  return { width: Number(width), height: Number(height) };
}

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number))
    throw new CommandError(`invalid argument for ${option}: '${text}'`);
  return number;
}

/** By its ending. */
export function outputFormat(name: string): OutputFormat {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const format = outputFormats.find((each) => each === (ending === 'jpg' ? 'jpeg' : ending));
  if (format) return format;
  throw new CommandError(`cannot write ${name}: PNG, JPEG and WebP can be written here`);
}
