/** Puts text or an image on the clipboard. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';

export const writeClipboard = defineTool({
  name: 'write_clipboard',
  title: 'Write clipboard',
  description: 'Copy text, or an image of the workspace, to the clipboard, so that the user can paste it.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'The text to copy.' },
      path: { type: 'string', minLength: 1, description: 'Instead of text: an image of the workspace.' },
    },
  },
  permissions: ['clipboard-write'],
  features: ['clipboard'],
  capabilities: ['host', 'files.read'],
  touches: { reads: [{ path: 'path' }], writes: ['clipboard'] },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  summaryParameter: 'text',
  async execute({ text, path }, { device, files }) {
    if ((text === undefined) === (path === undefined))
      throw new ToolError('validation_error', "Give either 'text' or 'path': one thing is copied at a time.");
    if (path === undefined) {
      await device.writeClipboard(text ?? '');
      return `Copied ${countOf((text ?? '').length, 'character')} to the clipboard.`;
    }
    await device.writeClipboard(await asPng(await files.read(path), path));
    return `Copied the image ${path} to the clipboard.`;
  },
});

/**
 * Converts to PNG, the only image type that every browser accepts:
 * https://w3c.github.io/clipboard-apis/#mandatory-data-types-x
 */
async function asPng(file: File, path: string): Promise<Blob> {
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new ToolError(
      'binary_file',
      `${path} is no image that this browser can read. PNG, JPEG, GIF, WebP, AVIF and BMP can be copied; give a text as 'text'.`,
    );
  }
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
  return canvas.convertToBlob({ type: 'image/png' });
}
