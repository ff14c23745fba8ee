/** Puts text on the clipboard. */
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';

export const writeClipboard = defineTool({
  name: 'write_clipboard',
  title: 'Write clipboard',
  description: 'Copy text to the clipboard, so that the user can paste it elsewhere.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The text to copy.' } },
    required: ['text'],
  },
  permissions: ['clipboard-write'],
  features: ['clipboard'],
  capabilities: ['host'],
  touches: { writes: ['clipboard'] },
  timeoutSeconds: 5,
  summaryParameter: 'text',
  async execute({ text }, { device }) {
    await device.writeClipboard(text);
    return `Copied ${countOf(text.length, 'character')} to the clipboard.`;
  },
});
