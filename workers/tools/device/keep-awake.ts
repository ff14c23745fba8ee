/** Keeps the screen on for a while. */
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';

export const keepAwake = defineTool({
  name: 'keep_awake',
  title: 'Keep the screen on',
  description: 'Keep the screen on for some seconds, as for a recipe or a timer; 0 ends it.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      seconds: { type: 'integer', minimum: 0, maximum: 7_200, description: 'For how long; 0 ends it.' },
    },
    required: ['seconds'],
  },
  capabilities: ['host'],
  features: ['wake-lock'],
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  // Only the last call counts, so repeating a call changes nothing.
  repeatable: true,
  summaryParameter: 'seconds',
  async execute({ seconds }, { device }) {
    await device.keepAwake(seconds);
    if (seconds === 0) return 'The screen may turn off again.';
    return `The screen stays on for ${countOf(seconds, 'second')}, while OneClaw is in front and open; then the lock ends by itself. A low battery can end it earlier.`;
  },
});
