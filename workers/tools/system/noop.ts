/** Does nothing, successfully: for tests of calls, limits and providers. */
import { defineTool } from '../tool.ts';

export const noop = defineTool({
  name: 'noop',
  title: 'Nothing',
  description: 'Do nothing and succeed; for testing that tools work.',
  forTests: true,
  category: 'system',
  parameters: {
    type: 'object',
    properties: { value: { type: 'string', description: 'Any text, to test that arguments arrive.' } },
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  execute: (args) => `noop executed with ${Object.keys(args).length} params`,
});
