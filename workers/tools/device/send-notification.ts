/** A tool that shows a notification on the device, with the user's permission. */
import { defineTool } from '../tool.ts';

export const sendNotification = defineTool({
  name: 'send_notification',
  title: 'Notification',
  description: "Show a notification on the user's device, with the user's permission.",
  category: 'notify',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string', default: 'OneClaw', description: 'The first line.' },
      body: { type: 'string', minLength: 1, description: 'The text of the notification.' },
      urgency: {
        type: 'string',
        enum: ['low', 'normal', 'high'],
        default: 'normal',
        description: "'low' is silent, 'high' stays until it is dismissed.",
      },
    },
    required: ['body'],
  },
  permissions: ['notifications'],
  features: ['notifications'],
  capabilities: ['host'],
  returns: ['own-words'],
  contacts: { type: 'user' },
  timeoutSeconds: 10,
  summaryParameter: 'body',
  async execute({ title = 'OneClaw', body, urgency = 'normal' }, { device }) {
    await device.notify({ title, body, urgency });
    return `The notification '${title}' was shown.`;
  },
});
