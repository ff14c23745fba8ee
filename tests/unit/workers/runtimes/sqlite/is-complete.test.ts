/** Where an SQL statement ends: the cases of `sqlite3_complete`, and arbitrary text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isComplete } from '#workers/runtimes/sqlite/is-complete.ts';

describe('isComplete', () => {
  it.each([
    'select 1;',
    "select ';';",
    'select 1; -- a comment',
    'select /* ; */ 1;',
    'create table "a;b"(x);',
    'create trigger t after insert on a begin select 1; end;',
    'create temp trigger t after insert on a begin update a set x = 1; select 2; end;',
    '',
  ])('%s', (sql) => expect(isComplete(sql)).toBe(true));

  it.each([
    'select 1',
    "select ';",
    'select /* ;',
    'select 1 -- ;',
    'create trigger t after insert on a begin select 1;',
    'explain create trigger t after insert on a begin select 1;',
    'select "a;',
  ])('not yet: %s', (sql) => expect(isComplete(sql)).toBe(false));

  it('answers for any text', () => {
    const part = fc.constantFrom(...'\'"`[];-/*\n '.split(''), 'create', 'trigger', 'end', 'x', 'é');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(typeof isComplete(parts.join(''))).toBe('boolean');
      }),
    );
  });
});
