/** A tool that reads the text or the images on the clipboard, with the user's permission. */
import { imageTypes } from '#shared/conversation/content.ts';
import { pictureForModel } from '#workers/images/picture-for-model.ts';
import type { ToolContent } from '#workers/contracts/tool-content.ts';
import { defineTool } from '../tool.ts';

export const readClipboard = defineTool({
  name: 'read_clipboard',
  title: 'Read clipboard',
  description: "Read the text or the image the user has copied, with the user's permission.",
  category: 'device',
  parameters: { type: 'object', properties: {} },
  permissions: ['clipboard-read'],
  features: ['clipboard'],
  capabilities: ['host'],
  touches: { reads: ['clipboard'] },
  returns: ['clipboard'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  async execute(_, { device }): Promise<ToolContent> {
    const { text, images } = await device.readClipboard();
    if (images.length === 0) return text || '(The clipboard has no text and no image.)';
    const pictures = await Promise.all(
      images.map((image) => pictureForModel(new File([image], 'clipboard', image))),
    );
    const blocks = pictures.map(async (picture) => ({
      type: imageTypes.includes(picture.type) ? ('image' as const) : ('file' as const),
      media_type: picture.type,
      data: new Uint8Array(await picture.arrayBuffer()),
      name: 'clipboard',
    }));
    return [{ type: 'text', text: text || 'The clipboard has an image.' }, ...(await Promise.all(blocks))];
  },
});
