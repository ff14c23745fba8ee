/** A tool that lets the user take a photo, with a live preview. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';
import { asPicture, line, saveNew, timeStamp } from './save-new.ts';

export const takePhoto = defineTool({
  name: 'take_photo',
  title: 'Take a photo',
  description:
    'Let the user take a photo with the camera, where they press the shutter; you are shown the photo, and it is saved in the workspace.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      camera: {
        type: 'string',
        enum: ['back', 'front'],
        default: 'back',
        description: "'front' looks at the user, who can switch.",
      },
    },
  },
  permissions: ['camera'],
  features: ['camera'],
  capabilities: ['host', 'files.write'],
  returns: ['file'],
  contacts: { type: 'user' },
  timeoutSeconds: 60,
  waitsForUser: true,
  async execute({ camera = 'back' }, { device, files }) {
    const outcome = await device.ask({ type: 'take-photo', camera });
    if (outcome.did !== 'captured') throw new ToolError('execution_error', 'The camera gave no photo.');
    const photo = new File([outcome.file], `photo-${timeStamp()}.jpg`, { type: outcome.file.type });
    const path = await saveNew(files, 'photos', photo);
    const picture = await asPicture(photo);
    const size = picture?.size ? ` (${picture.size})` : '';
    return [line(`The user took a photo, saved as ${path}${size}.`), ...(picture ? [picture.media] : [])];
  },
});
