/**
 * A tool that puts an image into the conversation. If the model of the conversation cannot see images,
 * another model describes it.
 */
import { imageType, imageTypes, svgType } from '#shared/conversation/content.ts';
import * as limits from '#shared/limits.ts';
import { pictureForModel, sizeWords } from '#workers/images/picture-for-model.ts';
import type { ToolContent } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { ReadOnlyFiles } from '#workers/contracts/ports/file-port.ts';
import { maxSvgBytes, readSvg } from '#workers/text/read-svg.ts';
import { defineTool } from '../tool.ts';

/** Of an SVG's source; longer results are cut in their middle. */
const sourceCharacters = 12_000;

const typesByExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

export const image = defineTool({
  name: 'image',
  title: 'Look at an image',
  description:
    'Look at an image from the workspace or the web; if you cannot see images yourself, another model that is set up answers the question about it.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: "The image's path in the workspace." },
      url: { type: 'string', minLength: 1, description: 'Its address on the web, instead of a path.' },
      question: {
        type: 'string',
        minLength: 1,
        description: 'What to find out about the image. Defaults to a description.',
      },
    },
  },
  capabilities: ['files.read'],
  optionalCapabilities: ['network', 'models'],
  touches: { reads: [{ path: 'path' }] },
  returns: ['page', 'file'],
  contacts: { type: 'hosts', parameters: ['url'] },
  timeoutSeconds: 60,
  summaryParameter: 'path',
  async execute({ path, url, question = 'Describe this image.' }, { files, network, vision }) {
    if ((path === undefined) === (url === undefined))
      throw new ToolError('validation_error', "Give either 'path' or 'url': one image at a time.");
    if (path !== undefined && /\.svg$/i.test(path)) return drawing(path, question, files);
    const original = path === undefined ? await download(url ?? '', network) : await open(path, files);
    const name = path ?? url ?? '';
    const picture = await pictureForModel(original);
    if (!imageTypes.includes(picture.type)) throw noImage(name);
    const data = new Uint8Array(await picture.arrayBuffer());
    const media_type = picture.type;
    const size = await sizeWords(original, picture);
    const answer = await vision?.look({ media_type, data }, question);
    const text =
      answer?.type === 'answered'
        ? `${answer.model} looked at ${name}. Its answer to "${question}":\n\n${answer.text}`
        : `The image ${name}${size && ` (${size})`}. The question about it: ${question}`;
    return [
      { type: 'text', text },
      { type: 'image', media_type, data, name: baseName(name) },
    ];
  },
});

/** No model takes an SVG as a picture, but its source says what it draws; the user sees it. */
async function drawing(path: string, question: string, files: ReadOnlyFiles): Promise<ToolContent> {
  const file = await files.read(path);
  const source = file.size <= maxSvgBytes ? await file.text() : '';
  const size = readSvg(source);
  if (!size)
    throw new ToolError(
      'binary_file',
      `${path} is no SVG, or one that is too complex to be drawn here (at most ${maxSvgBytes} bytes). Read it as text with read_file.`,
    );
  const about = `The drawing ${path} is shown to the user, ${Math.round(size.width)} by ${Math.round(size.height)} pixels. Its source, for the question: ${question}`;
  const isCut = source.length > sourceCharacters;
  const text = `${about}\n\n${isCut ? `${source.slice(0, sourceCharacters)}\n[… cut …]` : source}`;
  return [
    { type: 'text', text },
    {
      type: 'image',
      media_type: svgType,
      data: new Uint8Array(await file.arrayBuffer()),
      name: baseName(path),
    },
  ];
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

async function open(path: string, files: ReadOnlyFiles): Promise<File> {
  const file = await files.read(path);
  if (file.size > limits.mediaBytes) throw tooLarge(path, file.size);
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const type = Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined;
  // Files of the workspace have no media type; the browser recognizes the type of an image by its bytes.
  return new File([file], path, { type: type ?? 'image/unknown' });
}

async function download(url: string, network: NetworkPort | undefined): Promise<File> {
  if (!network)
    throw new ToolError(
      'permission_denied',
      "This agent may not use the network with this tool: it is in guarded mode, 'network' is off, or it has no tool of the network (Agents, in its settings). Fetch the image with another tool, save it to the workspace, and give its path.",
    );
  const { status, headers, body, truncated } = await network.request({
    url,
    method: 'GET',
    headers: {},
    maxBytes: limits.mediaBytes,
  });
  if (status >= 400)
    throw new ToolError('network_error', `${url} answered with HTTP status ${status}, not with an image.`);
  if (truncated) throw tooLarge(url, body.length);
  return new File([body], url, { type: imageType(headers) ?? 'image/unknown' });
}

function tooLarge(name: string, bytes: number): ToolError {
  return new ToolError(
    'file_too_large',
    `${name} has ${bytes} bytes or more, the maximum for an image is ${limits.mediaBytes} (20 MB). Ask the user for a smaller one.`,
  );
}

function noImage(name: string): ToolError {
  return new ToolError(
    'binary_file',
    `${name} is no image that can be shown here. PNG, JPEG, GIF, WebP, AVIF, BMP and SVG files can; see pages of a PDF with read_file and as_images.`,
  );
}
