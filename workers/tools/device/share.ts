/** Hands text, a link or files to another app, behind a tap of the user. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';

export const share = defineTool({
  name: 'share',
  title: 'Share',
  description:
    'Offer text, a link or files of the workspace to another app through the share sheet of the device, on a button that the user may tap.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'The text to share.' },
      url: { type: 'string', description: 'A link to share, http or https.' },
      title: { type: 'string', description: 'A title; many apps ignore it.' },
      paths: {
        type: 'array',
        maxItems: 10,
        description: 'Files of the workspace.',
        items: { type: 'string', minLength: 1, description: 'The path of a file.' },
      },
    },
  },
  capabilities: ['host', 'files.read'],
  features: ['share'],
  returns: ['own-words'],
  contacts: { type: 'user' },
  timeoutSeconds: 30,
  waitsForUser: true,
  summaryParameter: 'text',
  async execute({ text, url, title, paths = [] }, { device, files }) {
    if (!text && !url && paths.length === 0)
      throw new ToolError('validation_error', "Give 'text', 'url' or 'paths': there is nothing to share.");
    if (url !== undefined && !/^https?:\/\//i.test(url))
      throw new ToolError(
        'validation_error',
        `Parameter 'url' must begin with https:// or http://: '${url}'.`,
      );
    for (const path of paths) {
      if ((await files.stat(path)).type === 'directory')
        throw new ToolError('validation_error', `${path} is a folder; share files.`);
    }
    const { did } = await device.ask({
      type: 'share',
      paths,
      ...(text ? { text } : {}),
      ...(url ? { url } : {}),
      ...(title ? { title } : {}),
    });
    if (did === 'offered')
      return 'It is offered to the user: a button on the card of this call shares it, now or later. Whether they tap it is not told, so do not say that it was shared.';
    return 'The user shared it. Which app took it is not told to web pages.';
  },
});
