/** A tool that reports facts about the device and its screen, as far as the browser reveals them. */
import { isPhone } from '#shared/is-phone.ts';
import { defineTool } from '../tool.ts';

export const deviceInfo = defineTool({
  name: 'device_info',
  title: 'Device',
  description:
    'Get facts about the device: screen, touch, theme, languages, time zone, connection, and what its browser lacks.',
  category: 'device',
  parameters: { type: 'object', properties: {} },
  capabilities: ['host'],
  returns: ['private'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  async execute(_, { device }) {
    const [screen, absent] = await Promise.all([device.screen(), device.absent()]);
    const { languages, onLine, userAgent } = navigator;
    const facts = {
      ...screen,
      languages: [...languages],
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      online: onLine,
      mobile: isPhone(userAgent),
      userAgent,
      absent,
    };
    return JSON.stringify(facts, null, 2);
  },
});
