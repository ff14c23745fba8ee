/** Arguments that models write as almost valid JSON: repaired where only one reading is possible. */
import { describe, expect, it } from 'vitest';
import { repairArguments } from '#workers/agent/repair-arguments.ts';

describe('arguments with one reading', () => {
  it.each<[source: string, text: string, values: object]>([
    ['earendil-works/pi#2981: raw line breaks', '{"content":"a\nb\tc"}', { content: 'a\nb\tc' }],
    ['own: a trailing comma', '{"a":[1,2,],}', { a: [1, 2] }],
    ['own: a code fence', '```json\n{"a":1}\n```', { a: 1 }],
    ['lidge-jun/opencodex#361: the same object twice', '{"a":1}{"a":1}', { a: 1 }],
    ['supermemoryai/supermemory#1612: null for no arguments', 'null', {}],
    ['own: literals of Python', '{"a":True,"b":None}', { a: true, b: null }],
  ])('%s', (_, text, values) => expect(repairArguments(text)).toEqual(values));
});

describe('arguments with more than one reading, or none', () => {
  it.each([
    ['cut off in a string', '{"path":"a.tx'],
    ['cut off after a value', '{"path":"a.txt","content":"x"'],
    ['a quote inside a string', '{"content":"say "hi" now"}'],
    // hermes-agent#25333, hermes-agent#72488
    ['two different objects', '{"a":1}{"a":2}'],
    ['no object', '[1,2]'],
    ['a number (supermemoryai/supermemory#1612)', '5'],
    ['words around it', 'Sure: {"a":1}'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(repairArguments(text)).toBeUndefined());
});
