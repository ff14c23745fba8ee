/** Does nothing, successfully: for trying out agents, limits and models. */
import { defineTool } from '../tool.ts';

export const noop = defineTool({
  name: 'noop',
  title: 'Nothing',
  description: 'Do nothing and succeed; for testing that tools work.',
  category: 'system',
  parameters: { type: 'object', properties: {} },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  execute: () => 'ok',
});
