/** A tool that reports the charge of the battery. */
import { defineTool } from '../tool.ts';

export const battery = defineTool({
  name: 'battery',
  title: 'Battery',
  description:
    'Get how full the battery of the device is, whether it is charging, and for how long it lasts.',
  category: 'device',
  parameters: { type: 'object', properties: {} },
  capabilities: ['host'],
  features: ['battery'],
  returns: ['private'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  async execute(_, { device }) {
    const { level, charging, untilFull, untilEmpty } = await device.battery();
    const lines = [
      `Level: ${Math.round(level * 100)} %`,
      `Charging: ${charging ? 'yes' : 'no'}`,
      ...(untilFull === undefined ? [] : [`Full in: ${minutes(untilFull)}`]),
      ...(untilEmpty === undefined ? [] : [`Lasts for: ${minutes(untilEmpty)}`]),
      // For a device without a battery, browsers report a full one that is charging.
      ...(level === 1 && charging ? ['A device without a battery reports the same.'] : []),
    ];
    return lines.join('\n');
  },
});

function minutes(seconds: number): string {
  return `${Math.round(seconds / 60)} minutes`;
}
