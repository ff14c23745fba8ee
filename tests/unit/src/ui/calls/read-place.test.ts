/** A position is read only from the result of the location tool, not from similar text. */
import { describe, expect, it } from 'vitest';
import { readPlace } from '#src/ui/calls/read-place.ts';

const success = (result: string) => ({ status: 'success', result }) as const;
const lines = 'Latitude: 38.722300\nLongitude: -9.139300\nAccuracy: 25 m';

describe('readPlace', () => {
  it('reads both numbers', () =>
    expect(readPlace('get_location', success(lines))).toEqual({
      latitude: '38.722300',
      longitude: '-9.139300',
    }));

  it.each([
    ['another tool', 'read_file', success(lines)],
    ['half a position', 'get_location', success('Latitude: 38.7')],
    ['words', 'get_location', success('Latitude: 1.0,2&x\nLongitude: 2.0')],
    ['an error', 'get_location', { status: 'error', error_type: 'timeout', message: lines } as const],
  ])('finds none in %s', (_, tool, result) => expect(readPlace(tool, result)).toBeNull());
});
