/** The text on the clipboard, with the user's permission. */
import { defineTool } from '../tool.ts';

export const readClipboard = defineTool({
  name: 'read_clipboard',
  title: 'Read clipboard',
  description: "Read the text the user has copied, with the user's permission.",
  category: 'device',
  parameters: { type: 'object', properties: {} },
  permissions: ['clipboard-read'],
  features: ['clipboard'],
  capabilities: ['host'],
  touches: { reads: ['clipboard'] },
  timeoutSeconds: 5,
  repeatable: true,
  execute: async (_, { device }) => (await device.readClipboard()) || '(The clipboard has no text.)',
});
