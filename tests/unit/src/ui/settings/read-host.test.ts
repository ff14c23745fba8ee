import { expect, it } from 'vitest';
import { readHost } from '#src/ui/settings/read-host.ts';

it.each([
  ['localhost:5190', 'localhost:5190'],
  [' 192.168.1.5 ', '192.168.1.5'],
  ['http://192.168.1.5:8080/v1/models', '192.168.1.5:8080'],
  ['https://NAS.local/', 'nas.local'],
  ['HTTP://localhost:80', 'localhost'],
  ['[::1]:9000', '[::1]:9000'],
])('reads the host in "%s"', (typed, host) => {
  expect(readHost(typed)).toBe(host);
});

it.each([
  '',
  '   ',
  'two words',
  'ftp://nas.local',
  'http://',
  'a:b@localhost',
  '*.local',
  'http://%6e*/',
  'localhost:99999999',
])('finds none in "%s"', (typed) => {
  expect(readHost(typed)).toBeNull();
});
