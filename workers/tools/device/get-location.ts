/** A tool that reports the position of the device, with the user's permission. */
import { defineTool } from '../tool.ts';

/**
 * The accuracy that each setting promises. A less accurate position is marked as such, so that the model does
 * not take it for an exact one.
 */
const expectedMetres = { low: 5_000, high: 100 } as const;

export const getLocation = defineTool({
  name: 'get_location',
  title: 'Location',
  description: "Get the device's current position as latitude and longitude, with the user's permission.",
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      accuracy: {
        type: 'string',
        enum: ['low', 'high'],
        default: 'low',
        description: "'low' is quick and good to a part of a town, 'high' uses GPS and may take 20 seconds.",
      },
    },
  },
  permissions: ['geolocation'],
  features: ['geolocation'],
  capabilities: ['host'],
  returns: ['private'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 30,
  repeatable: true,
  async execute({ accuracy = 'low' }, { device }) {
    const { latitude, longitude, accuracy: metres, altitude, at } = await device.locate(accuracy);
    const coarse = metres > expectedMetres[accuracy] ? `. ${tooCoarse(accuracy)}` : '';
    const lines = [
      `Latitude: ${latitude.toFixed(6)}`,
      `Longitude: ${longitude.toFixed(6)}`,
      `Accuracy: ${Math.round(metres)} m${coarse}`,
      ...(altitude === null ? [] : [`Altitude: ${Math.round(altitude)} m`]),
      `Measured: ${new Date(at).toISOString()}`,
      `Map: https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
    ];
    return lines.join('\n');
  },
});

function tooCoarse(accuracy: 'low' | 'high'): string {
  return accuracy === 'high'
    ? 'This is worse than the high accuracy asked for: the device found no GPS position. Say how far off it may be, and do not answer with an exact place'
    : 'This is worse than a part of a town: the device knows its network only. Say how far off it may be';
}
