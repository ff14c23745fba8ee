/** Lets the device vibrate. */
import { defineTool } from '../tool.ts';

export const vibrate = defineTool({
  name: 'vibrate',
  title: 'Vibrate',
  description: 'Let the device vibrate, while OneClaw is in front; devices without a motor stay still.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      pattern: {
        type: 'array',
        maxItems: 20,
        description: 'Milliseconds of vibration and pauses in turn. Defaults to 200.',
        items: { type: 'integer', minimum: 0, maximum: 2_000, description: 'Milliseconds.' },
      },
    },
  },
  capabilities: ['host'],
  features: ['vibration'],
  returns: ['own-words'],
  contacts: { type: 'user' },
  timeoutSeconds: 5,
  async execute({ pattern = [] }, { device }) {
    const used = pattern.length > 0 ? pattern : [200];
    await device.vibrate(used);
    return `The browser was told to vibrate for ${used.reduce((sum, each) => sum + each, 0)} ms in all. Whether the device has a motor is not told to web pages.`;
  },
});
