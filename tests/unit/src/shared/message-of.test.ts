import { describe, expect, it } from 'vitest';
import { messageOf } from '#shared/message-of.ts';

describe('messageOf', () => {
  it.each([
    [new TypeError('no such field'), 'no such field'],
    [new DOMException('too slow', 'TimeoutError'), 'too slow'],
    ['a thrown string', 'a thrown string'],
    [undefined, 'undefined'],
    [null, 'null'],
    [['a', 'list'], 'a,list'],
  ])('reads %s', (error, expected) => {
    expect(messageOf(error)).toBe(expected);
  });
});
