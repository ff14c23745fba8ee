/** Where the device is, with the user's permission. */
import { defineTool } from '../tool.ts';

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
        description: "'low' is quick and good to a street, 'high' uses GPS. Defaults to 'low'.",
      },
    },
  },
  permissions: ['geolocation'],
  features: ['geolocation'],
  capabilities: ['host'],
  timeoutSeconds: 30,
  repeatable: true,
  async execute({ accuracy = 'low' }, { device }) {
    const { latitude, longitude, accuracy: metres, altitude, at } = await device.locate(accuracy);
    const lines = [
      `Latitude: ${latitude.toFixed(6)}`,
      `Longitude: ${longitude.toFixed(6)}`,
      `Accuracy: ${Math.round(metres)} m`,
      ...(altitude === null ? [] : [`Altitude: ${Math.round(altitude)} m`]),
      `Measured: ${new Date(at).toISOString()}`,
      `Map: https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
    ];
    return lines.join('\n');
  },
});
