/**
 * A tool that puts an image into the conversation. If the model of the conversation cannot see images,
 * another model describes it.
 */
import { imageType, imageTypes } from '#shared/conversation/content.ts';
import { fitImage } from '#shared/images/fit-image.ts';
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { ReadOnlyFiles } from '#workers/contracts/ports/file-port.ts';
import { defineTool } from '../tool.ts';

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
    const original = path === undefined ? await download(url ?? '', network) : await open(path, files);
    const name = path ?? url ?? '';
    const picture = await fitImage(original);
    if (!imageTypes.includes(picture.type)) throw noImage(name);
    const data = new Uint8Array(await picture.arrayBuffer());
    const media_type = picture.type;
    const answer = await vision?.look({ media_type, data }, question);
    const text =
      answer?.type === 'answered'
        ? `${answer.model} looked at ${name}. Its answer to "${question}":\n\n${answer.text}`
        : `The image ${name}. The question about it: ${question}`;
    return [
      { type: 'text', text },
      { type: 'image', media_type, data, name: name.slice(name.lastIndexOf('/') + 1) },
    ];
  },
});

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
    `${name} is no image that can be shown here. PNG, JPEG, GIF, WebP, AVIF and BMP can; see pages of a PDF with read_file and as_images, and read an SVG as text.`,
  );
}
