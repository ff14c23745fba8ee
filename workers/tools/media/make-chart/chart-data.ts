/** The data of a chart: read from the workspace before anything is drawn, so that the library loads nothing. */
import type { Json, JsonObject } from '#shared/json.ts';
import type { ReadOnlyFiles } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { typedRows } from './typed-rows.ts';
import { fault, isObject, objectsIn } from './spec.ts';

/** Rows of all data together; each takes several hundred bytes while it is drawn. */
const maxRows = 50_000;
const maxFileBytes = 20_000_000;

export type ChartData = { spec: JsonObject; rows: number; columns: Set<string> };

/** Replaces every address of data by its rows. `path`: the data of the whole chart, if the specification names none. */
export async function withData(
  given: JsonObject,
  path: string | undefined,
  files: ReadOnlyFiles,
): Promise<ChartData> {
  const spec = structuredClone(given);
  if (path !== undefined && !namesData(spec)) spec.data = { url: path };
  else if (path !== undefined)
    throw new ToolError(
      'validation_error',
      "Parameter 'data': the specification names data as well. Leave one of them out.",
    );
  const columns = new Set<string>();
  let rows = 0;
  const take = (values: Json | undefined, place: string) => {
    if (!Array.isArray(values)) return;
    rows += values.length;
    if (rows > maxRows)
      throw fault(
        place,
        `the data has more than ${maxRows} rows. Aggregate it first, with sqlite3, run_python or awk.`,
      );
    for (const row of values) if (isObject(row)) for (const name of Object.keys(row)) columns.add(name);
    if (values.some((row) => !isObject(row))) columns.add('data');
  };
  for (const { object, place } of objectsIn(spec)) {
    const { data } = object;
    if (!isObject(data)) continue;
    const at = place === '' ? 'data' : `${place}.data`;
    if (data.url !== undefined) object.data = await load(data, at, files);
    else if (typeof data.values === 'string')
      throw fault(`${at}.values`, 'give a list of rows, or the path of a file as url.');
    take(isObject(object.data) ? object.data.values : undefined, at);
  }
  if (isObject(spec.datasets))
    for (const [name, values] of Object.entries(spec.datasets)) take(values, `datasets.${name}`);
  if (rows === 0 && !hasGenerated(spec))
    throw fault(
      'data',
      "there are no rows. Give the path of a file in the parameter 'data', or rows in data.values.",
    );
  return { spec, rows, columns };
}

function namesData(spec: JsonObject): boolean {
  return [...objectsIn(spec)].some(({ object: { data } }) => isObject(data));
}

function hasGenerated(spec: JsonObject): boolean {
  return [...objectsIn(spec)].some(
    ({ object }) =>
      object.sequence !== undefined || object.graticule !== undefined || object.sphere !== undefined,
  );
}

/** The same data with its rows instead of its address. */
async function load(data: JsonObject, at: string, files: ReadOnlyFiles): Promise<JsonObject> {
  const { url, format = {}, ...rest } = data;
  if (typeof url !== 'string' || !isObject(format))
    throw fault(`${at}.url`, 'it must be the path of a file.');
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(url))
    throw fault(
      `${at}.url`,
      `${url.slice(0, 100)} is no file of the workspace. Save the data with fetch_url, http_request or curl first, and give its path.`,
    );
  const file = await files.read(url);
  if (file.size > maxFileBytes)
    throw new ToolError(
      'file_too_large',
      `${url} has ${file.size} bytes, the maximum for a chart is 20 MB. Aggregate it first.`,
    );
  const type = format.type ?? /\.(\w+)$/.exec(url)?.[1]?.toLowerCase();
  if (type === 'json' || type === 'geojson' || type === 'topojson')
    return { ...rest, ...fromJson(await file.text(), format, url) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { parse } = format;
  return {
    ...rest,
    values: typedRows(bytes, url, maxRows),
    ...(parse !== undefined && { format: { parse } }),
  };
}

/** `property`: the path of the rows in it. */
function fromJson(text: string, format: JsonObject, url: string): JsonObject {
  let values: Json | undefined = null;
  try {
    values = JSON.parse(text) as Json;
  } catch (error) {
    throw new ToolError(
      'validation_error',
      `${url} is no JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
  const { property, ...others } = format;
  if (typeof property === 'string') {
    for (const key of property.split('.')) values = isObject(values) ? values[key] : undefined;
    if (values === undefined) throw new ToolError('validation_error', `${url} has no '${property}'.`);
  }
  return {
    values,
    ...(Object.keys(others).some((key) => key !== 'type') || others.type === 'topojson'
      ? { format: others }
      : {}),
  };
}
