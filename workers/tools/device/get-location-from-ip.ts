/**
 * A tool that reports roughly where the device is, by its IP address. It needs no permission, and is exact to
 * a town at best.
 */
import { isObject } from '#shared/json.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';

const maxBytes = 20_000;

export const getLocationFromIp = defineTool({
  name: 'get_location_from_ip',
  title: 'Location by IP address',
  description:
    "Get the device's town and country by its IP address, roughly and without a permission of the browser; a VPN or a mobile network can be far off.",
  category: 'device',
  parameters: { type: 'object', properties: {} },
  capabilities: ['host', 'network'],
  returns: ['private', 'page'],
  contacts: { type: 'ip-location' },
  timeoutSeconds: 15,
  repeatable: true,
  async execute(_, { device, network }) {
    const url = await device.ipService();
    const { status, body, relay } = await network.request({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      maxBytes: maxBytes,
    });
    const { host } = new URL(url);
    if (status === 429)
      throw new ToolError('network_error', `${host} answers no more requests for now. Try again later.`);
    if (status >= 400)
      throw new ToolError('network_error', `${host}, which locates IP addresses, answered with ${status}.`);
    // The service locates whoever sends the request, which is the relay here.
    if (relay !== undefined)
      throw new ToolError(
        'execution_error',
        `${host} answers web pages only through the relay ${relay}, so it would tell where the relay is. The user can choose a service that answers web pages under Settings > Location by IP address; or ask the user where they are.`,
      );
    return describe(read(new TextDecoder().decode(body), host), host);
  },
});

/** Services name the same fact differently: GeoJS, ipapi, ip-api, ipwho, ipinfo, freeipapi. */
const names = {
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lon', 'lng'],
  town: ['city', 'cityName'],
  region: ['region', 'regionName', 'region_name'],
  country: ['country_name', 'countryName', 'country'],
  zone: ['timezone', 'time_zone', 'timeZone'],
} as const;

type Place = { latitude: number; longitude: number; rest: string[] };

function read(text: string, host: string): Place {
  const answer = parse(text);
  const find = (fact: keyof typeof names) => {
    const values = names[fact].map((name) => answer?.[name]);
    const value = values.find((each) => typeof each === 'string' || typeof each === 'number');
    return value === undefined ? '' : String(value).trim();
  };
  const [latitude, longitude] =
    typeof answer?.loc === 'string' ? answer.loc.split(',') : [find('latitude'), find('longitude')];
  if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180))
    throw new ToolError(
      'execution_error',
      `${host} did not answer with a latitude and a longitude in JSON. The user can choose another service under Settings > Location by IP address; or ask the user where they are.`,
    );
  const lines = (['town', 'region', 'country', 'zone'] as const)
    .map((fact) => [fact, find(fact)] as const)
    .filter(([, value]) => value !== '')
    // The value becomes a line in a model's context, so its length is limited and it must not contain a line
    // break.
    .map(([fact, value]) => `${labels[fact]}: ${value.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
  return { latitude: Number(latitude), longitude: Number(longitude), rest: lines };
}

const labels = { town: 'Town', region: 'Region', country: 'Country', zone: 'Time zone' } as const;

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isObject(answer) ? answer : undefined;
  } catch {
    // The caller reports the error, because it knows the service.
    return undefined;
  }
}

function isDegrees(text: string | undefined, most: number): boolean {
  return text !== undefined && text !== '' && Math.abs(Number(text)) <= most;
}

function describe({ latitude, longitude, rest }: Place, host: string): string {
  return [
    ...rest,
    `Latitude: ${latitude.toFixed(2)}`,
    `Longitude: ${longitude.toFixed(2)}`,
    `Accuracy: a town at best, by the IP address (${host}). For anything nearer use get_location.`,
  ].join('\n');
}
