/**
 * Finds what is wrong with a specification before it is drawn. Vega-Lite itself draws an empty chart for a misspelled
 * field or type, or fails with the words of its own code.
 */
import type { Json, JsonObject } from '#shared/json.ts';
import { fault, isObject, joined, objectsIn, type View, viewsOf } from './spec.ts';

const marks =
  'arc area bar boxplot circle errorband errorbar geoshape line point rect rule square text tick trail'.split(
    ' ',
  );
const channels =
  'angle color column description detail facet fill fillOpacity href key latitude latitude2 longitude longitude2 opacity order radius radius2 row shape size stroke strokeDash strokeOpacity strokeWidth text theta theta2 time tooltip url x x2 xError xError2 xOffset y y2 yError yError2 yOffset'.split(
    ' ',
  );
const types = ['quantitative', 'temporal', 'ordinal', 'nominal', 'geojson'];
const aggregates =
  'argmax argmin average count distinct exponential exponentialb max mean median min missing product q1 q3 ci0 ci1 stderr stdev stdevp sum valid values variance variancep'.split(
    ' ',
  );
const composed = ['layer', 'concat', 'hconcat', 'vconcat', 'spec'];

/** Counts of things that are drawn or computed; a large one fills the memory. */
const counts = ['tickCount', 'maxbins', 'steps', 'minsteps', 'maxsteps', 'count', 'columns'];
const maxCount = 1_000;
/** Elements of a sequence. */
const maxSequence = 10_000;
/** Pixels of a side of one view. */
const maxSide = 4_000;

export function checkSpec(spec: JsonObject): void {
  if (typeof spec.$schema === 'string' && /\/vega\/v\d/.test(spec.$schema))
    throw fault('$schema', 'it is a specification of Vega. Give one of Vega-Lite.');
  let hasMark = false;
  for (const each of viewsOf(spec)) {
    hasMark ||= each.view.mark !== undefined;
    checkView(each);
  }
  if (!hasMark) throw fault('its top', 'there is no \'mark\', such as "bar" or "line".');
  for (const { object, place } of objectsIn(spec)) checkAmounts(object, place);
}

function checkView({ view, place }: View): void {
  const { mark, encoding } = view;
  if (mark === undefined && !composed.some((key) => view[key] !== undefined))
    throw fault(
      place || 'its top',
      "it has neither a 'mark' nor views ('layer', 'hconcat', 'vconcat', 'spec').",
    );
  const type = isObject(mark) ? mark.type : mark;
  if (type === 'image')
    throw fault(joined(place, 'mark'), 'pictures cannot be loaded into a chart. Use another mark.');
  if (mark !== undefined) oneOf(type, marks, joined(place, 'mark'));
  if (!isObject(encoding)) return;
  for (const [channel, given] of Object.entries(encoding)) {
    const at = joined(place, `encoding.${channel}`);
    oneOf(channel, channels, at);
    for (const each of Array.isArray(given) ? given : [given]) if (isObject(each)) checkChannel(each, at);
  }
}

function checkChannel({ type, aggregate, field }: JsonObject, at: string): void {
  if (type !== undefined) oneOf(type, types, `${at}.type`);
  if (typeof aggregate === 'string') oneOf(aggregate, aggregates, `${at}.aggregate`);
  if (field !== undefined && typeof field !== 'string' && !isObject(field))
    throw fault(`${at}.field`, 'it must be the name of a column.');
}

function oneOf(value: Json | undefined, known: readonly string[], place: string): void {
  if (typeof value === 'string' && known.includes(value)) return;
  throw fault(
    place,
    `${JSON.stringify(value ?? null).slice(0, 60)} is not known. There are ${known.join(', ')}.`,
  );
}

function checkAmounts(object: JsonObject, place: string): void {
  for (const key of counts) {
    const value = object[key];
    if (typeof value === 'number' && value > maxCount)
      throw fault(joined(place, key), `${value} is too many, the maximum is ${maxCount}.`);
  }
  for (const key of ['width', 'height']) {
    const value = object[key];
    if (typeof value === 'number' && value > maxSide)
      throw fault(joined(place, key), `${value} pixels are too many, the maximum is ${maxSide}.`);
  }
  const { sequence, bins, tickCount, keyvals } = object;
  for (const each of [sequence, keyvals]) if (isObject(each)) checkSequence(each, place);
  if (isObject(bins)) throw fault(joined(place, 'bins'), 'give the bins as a list of numbers.');
  const interval = isObject(tickCount) ? tickCount.interval : tickCount;
  if (typeof interval === 'string' && /^(milli)?second|^minute/.test(interval))
    throw fault(joined(place, 'tickCount'), 'give a number, or an interval of an hour or longer.');
}

function checkSequence({ start = 0, stop = 0, step = 1 }: JsonObject, place: string): void {
  const isKnown = [start, stop, step].every((value) => typeof value === 'number');
  const count = isKnown ? Math.abs((Number(stop) - Number(start)) / Number(step)) : Infinity;
  if (!(count <= maxSequence))
    throw fault(
      joined(place, 'sequence'),
      `give numbers for start, stop and step, with ${maxSequence} elements at most.`,
    );
}

/** Transforms whose new columns depend on the data. */
const openTransforms = ['pivot', 'flatten', 'lookup', 'quantile', 'density', 'regression', 'loess', 'fold'];

/**
 * Every field that a view encodes must be a column of the data, or be made by a transform.
 * `columns`: of all data of the specification.
 */
export function checkFields(spec: JsonObject, columns: ReadonlySet<string>): void {
  const made = madeColumns(spec);
  if (!made) return;
  for (const { view, place } of viewsOf(spec)) {
    if (!isObject(view.encoding)) continue;
    for (const [channel, given] of Object.entries(view.encoding))
      for (const each of [given].flat()) {
        const field = isObject(each) ? each.field : undefined;
        // A path into an object, or a column whose name has such characters.
        if (typeof field !== 'string' || /[.[\]\\]/.test(field) || columns.has(field) || made.has(field))
          continue;
        const known = [...columns, ...made].map((name) => `'${name}'`).join(', ');
        throw fault(
          joined(place, `encoding.${channel}.field`),
          `there is no column '${field}'. The columns are ${known.slice(0, 1_000) || 'none'}.`,
        );
      }
  }
}

/** Undefined if they cannot be known without drawing. */
function madeColumns(spec: JsonObject): Set<string> | undefined {
  const made = new Set<string>();
  for (const { object, place } of objectsIn(spec)) {
    const isTransform = /transform\[\d+\]$/.test(place);
    if (isTransform && openTransforms.some((key) => object[key] !== undefined)) return undefined;
    const format = isObject(object.data) ? object.data.format : undefined;
    if (isObject(format) && format.type === 'topojson') return undefined;
    for (const name of [object.as].flat()) if (typeof name === 'string') made.add(name);
  }
  return made;
}
