/** Draws a specification with Vega, whose expressions are interpreted: the policy of the tool host forbids `eval`. */
// Vega is the reference implementation, and the one format of charts that models know well.
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { JsonObject } from '#shared/json.ts';
import { messageOf } from '#shared/message-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { turned, turnFor, warnOfHidden, type Turn } from './label-turn.ts';
import { themeConfig, type Look } from './theme.ts';

export type Chart = {
  svg: string;
  /** Undefined where there is no canvas, as in Node. */
  png: Uint8Array<ArrayBuffer> | undefined;
  /** In pixels of the SVG. */
  width: number;
  height: number;
  /** What Vega complains about. */
  warnings: string[];
};

/** Pixels of the PNG for one of the SVG, if the result has a common size. */
const scale = 2;
/** Of the PNG. */
const maxPixels = 24_000_000;
/** Elements that an expression may make at once. */
const maxElements = 10_000;

/** A wider chart has no container to fit into. */
const containerWidth = 640;

export async function drawChart(spec: JsonObject, look: Look): Promise<Chart> {
  const warnings: string[] = [];
  const logger = quietLogger(warnings);
  const text = JSON.stringify(spec);
  prepareVega(text.includes('utc'));
  const open = (turn: Turn) =>
    explained('the specification', () => {
      const { spec: compiled } = compile(withoutContainer(spec) as TopLevelSpec, {
        config: { ...themeConfig(look), ...turned[turn] },
        logger,
      });
      const runtime = vega.parse(compiled, undefined, { ast: true });
      return new vega.View(runtime, {
        expr: expressionInterpreter,
        loader: noLoader(warnings),
        logger,
        renderer: 'none',
      });
    });
  let view = open('flat');
  try {
    await view.runAsync();
    const turn = turnFor(view.scenegraph());
    if (turn) {
      view.finalize();
      view = open(turn);
      await view.runAsync();
      warnings.push(...warnOfHidden(view.scenegraph()));
    }
    const svg = await view.toSVG();
    const [, width = 0, height = 0] = (/width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []).map(Number);
    if (!(width * height * scale ** 2 <= maxPixels))
      throw new ToolError(
        'validation_error',
        `The chart has ${Math.round(width)} x ${Math.round(height)} pixels, which is too large. Show fewer categories or facets: filter or aggregate the data, or set width and height.`,
      );
    return {
      svg,
      png: await drawPng(view, width, height),
      width,
      height,
      warnings: relevant(warnings, text),
    };
  } catch (error) {
    throw error instanceof ToolError ? error : brokenSpec('the data or an expression', error);
  } finally {
    view.finalize();
  }
}

/** A picture is not interactive, and a box plot without outliers has an empty layer. */
function relevant(warnings: readonly string[], spec: string): string[] {
  const isEmptyLayer = (text: string) => text.startsWith('Infinite extent') && spec.includes('"boxplot"');
  return [...new Set(warnings)].filter(
    (text) => !text.startsWith('Can not resolve event source') && !isEmptyLayer(text),
  );
}

function explained<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ToolError ? error : brokenSpec(what, error);
  }
}

function brokenSpec(what: string, error: unknown): ToolError {
  return new ToolError(
    'validation_error',
    `Vega-Lite could not draw this; the fault is in ${what}: ${messageOf(error).slice(0, 400)}. Correct it, or make the chart simpler.`,
  );
}

function withoutContainer(spec: JsonObject): object {
  return {
    ...spec,
    ...(spec.width === 'container' && { width: containerWidth }),
    ...(spec.height === 'container' && { height: containerWidth / 2 }),
  };
}

/** Its own logger writes to the console. */
function quietLogger(warnings: string[]): vega.LoggerInterface {
  const logger: vega.LoggerInterface = {
    level: (level?: number) => (level === undefined ? 0 : logger),
    error: (...args) => {
      throw new Error(args.map(messageOf).join(' '));
    },
    warn: (...args) => (warnings.push(args.map(messageOf).join(' ')), logger),
    info: () => logger,
    debug: () => logger,
  };
  return logger;
}

/** All data is in the specification by now: there is nothing to load, and links of marks are left out. */
function noLoader(warnings: string[]): vega.Loader {
  const refuse = () => Promise.reject(new Error('A chart loads nothing.'));
  return {
    ...vega.loader(),
    ...{ load: refuse, http: refuse, file: refuse },
    // An empty address instead of an error, which the library does not expect for links.
    sanitize(address) {
      warnings.push(`${address.slice(0, 100)} was left out: a chart loads nothing and links to nothing`);
      return Promise.resolve({ href: '' });
    },
  };
}

/** `isUtc`: the specification asks for universal time somewhere. */
function prepareVega(isUtc: boolean): void {
  vega.expressionFunction('sequence', (start: number, stop?: number, step = 1) => {
    const [from, to] = stop === undefined ? [0, start] : [start, stop];
    if (!(Math.abs((to - from) / step) <= maxElements))
      throw new Error(`sequence(${from}, ${to}, ${step}) has more than ${maxElements} elements`);
    return Array.from(
      { length: Math.max(0, Math.ceil((to - from) / step)) },
      (_, index) => from + index * step,
    );
  });
  vega.transforms.bin = BoundedBin;
  // `2024-01-01` means that day where the user is. JavaScript reads it as universal time, which is the day before in America.
  const toDate = (value: unknown) => vega.toDate(isUtc ? value : localDate(value));
  vega.expressionFunction('toDate', toDate);
  vega.typeParsers.date = toDate;
  const width = measure();
  if (width) Object.assign(vega.textMetrics, { width, measureWidth: width });
}

/** A step that is tiny for the data makes an array of all bins, which fills the memory. */
class BoundedBin extends vega.transforms.bin {
  override transform(parameters: vega.BinParameters, pulse: object): unknown {
    const { extent: [from, to] = [0, 0], step } = parameters;
    if (step !== undefined && !((to - from) / step <= maxElements))
      throw new Error(`a bin step of ${step} makes bins of more than ${maxElements} elements`);
    return super.transform(parameters, pulse);
  }
}

function localDate(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00` : value;
}

/** Vega measures text on a canvas of the page, and guesses in a worker. */
function measure(): ((item: vega.Item, text: string) => number) | undefined {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return undefined;
  return (item, text) => {
    context.font = vega.font(item);
    return context.measureText(text).width;
  };
}

async function drawPng(
  view: vega.View,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const externalContext = canvas.getContext('2d');
  await view.toCanvas(scale, { externalContext });
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await blob.arrayBuffer());
}
