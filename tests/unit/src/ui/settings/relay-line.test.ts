import { expect, it } from 'vitest';
import { readRelayLine } from '#src/ui/settings/relay-line.ts';

it.each([
  [
    'http://127.0.0.1:8787/#X-Relay-Key=a%2Bb',
    { url: 'http://127.0.0.1:8787/', header: 'X-Relay-Key', key: 'a+b' },
  ],
  [' https://relay.example/#X-Key=k=1 ', { url: 'https://relay.example/', header: 'X-Key', key: 'k=1' }],
  ['https://relay.example/', { url: 'https://relay.example/' }],
  ['https://relay.example/#', { url: 'https://relay.example/#' }],
  ['https://relay.example/#X-Key=%E0%A4%A', { url: 'https://relay.example/#X-Key=%E0%A4%A' }],
  ['http', { url: 'http' }],
])('%s', (line, expected) => {
  expect(readRelayLine(line)).toEqual(expected);
});
