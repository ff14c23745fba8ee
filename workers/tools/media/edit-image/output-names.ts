/** Which pictures a call means, and where each result goes. */
import type { ReadOnlyFiles } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { type OutputFormat, outputFormats } from '#workers/images/edits.ts';
import { compileGlob } from '../../files/glob-pattern.ts';

/** The pictures of one call. */
const maxPictures = 100;

const pictureName = /\.(png|jpe?g|webp|gif|bmp|avif|hei[cf]|svg)$/i;
const extensions: Readonly<Record<OutputFormat, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp' };

/** `leftOut`: other files in the folders, and others that match the patterns. */
type Found = { paths: string[]; leftOut: string[] };

/** Files as they are named, pictures directly in a folder, and pictures that match a pattern; each once. */
export async function findPictures(paths: readonly string[], files: ReadOnlyFiles): Promise<Found> {
  if (paths.length === 0)
    throw new ToolError('validation_error', "Parameter 'paths': name at least one picture.");
  const found = new Set<string>();
  const others = new Set<string>();
  for (const path of paths) {
    const matching = await matches(path, files);
    for (const each of matching.paths) found.add(each);
    for (const each of matching.leftOut) others.add(each);
  }
  if (found.size > maxPictures)
    throw new ToolError(
      'validation_error',
      `Parameter 'paths': they are ${found.size} pictures, the maximum of one call is ${maxPictures}. Do a part of them at a time.`,
    );
  return { paths: [...found], leftOut: [...others].filter((each) => !found.has(each)) };
}

async function matches(path: string, files: ReadOnlyFiles): Promise<Found> {
  const stat = await files.stat(path).catch((error: unknown) => {
    // A pattern is no path; a file that is named like one is found above.
    if (error instanceof ToolError && error.type !== 'path_not_allowed' && /[*?[{]/.test(path))
      return undefined;
    throw error;
  });
  if (stat?.type === 'file') return { paths: [stat.path], leftOut: [] };
  const found = sorted(stat ? await inFolder(path, files) : await byPattern(path, files));
  if (found.paths.length === 0)
    throw new ToolError(
      'file_not_found',
      `Parameter 'paths': there is no picture in ${path}. Look for it with glob or list_directory.`,
    );
  return found;
}

function sorted(paths: readonly string[]): Found {
  return {
    paths: paths.filter((path) => pictureName.test(path)),
    leftOut: paths.filter((path) => !pictureName.test(path)),
  };
}

async function inFolder(path: string, files: ReadOnlyFiles): Promise<string[]> {
  const entries = await files.list(path);
  return entries.filter((each) => each.type === 'file').map((each) => each.path);
}

async function byPattern(pattern: string, files: ReadOnlyFiles): Promise<string[]> {
  const isMatch = compileGlob(pattern, { parameter: 'paths', pattern });
  const found: string[] = [];
  for await (const { type, path } of files.walk('.')) if (type === 'file' && isMatch(path)) found.push(path);
  return found;
}

/** The format that an extension names; undefined for another one. */
export function formatOf(path: string): OutputFormat | undefined {
  const [, extension = ''] = /\.(\w+)$/.exec(path) ?? [];
  const name = extension.toLowerCase() === 'jpg' ? 'jpeg' : extension.toLowerCase();
  return outputFormats.find((format) => format === name);
}

export type Place = { output: string | undefined; isFolder: boolean; overwrite: boolean };

/** `output` is a file if it ends like a picture and no folder has this name. */
export async function readPlace(
  { output, overwrite = false }: { output?: string | undefined; overwrite?: boolean | undefined },
  count: number,
  files: ReadOnlyFiles,
): Promise<Place> {
  if (output === undefined) return { output, isFolder: false, overwrite };
  const stat = await files.stat(output).catch((error: unknown) => {
    if (error instanceof ToolError && error.type === 'file_not_found') return undefined;
    throw error;
  });
  const isFile = stat ? stat.type === 'file' : !output.endsWith('/') && /\.\w+$/.test(output);
  if (isFile && count > 1)
    throw new ToolError(
      'validation_error',
      `Parameter 'output': ${output} is one file, but there are ${count} pictures. Name a folder, such as 'edited/'.`,
    );
  if (isFile && !formatOf(output))
    throw new ToolError(
      'validation_error',
      `Parameter 'output': ${output} must end in .png, .jpg or .webp, or be a folder such as 'edited/'.`,
    );
  return { output: output.replace(/\/+$/, ''), isFolder: !isFile, overwrite };
}

/**
 * The path to write to. Only a file that was named, or `overwrite`, replaces an existing one: beside the originals, a
 * free name is found. `taken`: what this call has written, so that `a.png` and `a.jpg` do not meet.
 */
export async function placeFor(
  source: string,
  format: OutputFormat,
  { output, isFolder, overwrite }: Place,
  { files, taken }: { files: ReadOnlyFiles; taken: ReadonlySet<string> },
): Promise<string> {
  if (output !== undefined && !isFolder) return output;
  const stem = source.replace(/\.\w+$/, '');
  const isSame = formatOf(source) === format;
  const ending = isSame ? source.slice(stem.length) : `.${extensions[format]}`;
  const isFree = async (path: string) => !taken.has(path) && (overwrite || !(await exists(path, files)));
  if (output !== undefined) {
    const path = `${output}/${stem.slice(stem.lastIndexOf('/') + 1)}${ending}`;
    if (await isFree(path)) return path;
    throw new ToolError('validation_error', `${path} exists already: set overwrite, or name another folder.`);
  }
  if (overwrite && isSame) return source;
  // A new ending is a new name already.
  if (!isSame && (await isFree(stem + ending))) return stem + ending;
  for (let number = 1; ; number++) {
    const path = `${stem}-edited${number === 1 ? '' : `-${number}`}${ending}`;
    if (!taken.has(path) && !(await exists(path, files))) return path;
  }
}

async function exists(path: string, files: ReadOnlyFiles): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.type === 'file_not_found') return false;
    throw error;
  }
}
