/** The fixed call that runs a found tool is unwrapped once, and nothing in it can name what is no tool. */
import { describe, expect, it } from 'vitest';
import { foundCall, wrapFound } from '#shared/tools/found-call.ts';
import type { JsonObject } from '#shared/json.ts';

const unwrap = (values: JsonObject, name = 'call_tool') => foundCall({ name, arguments: values });

describe('call_tool', () => {
  it.each<[string, JsonObject, JsonObject | undefined]>([
    ['as described', { name: 'git_log', arguments: { limit: 2 } }, { limit: 2 }],
    ['arguments as a text of JSON', { name: 'git_log', arguments: '{"limit":2}' }, { limit: 2 }],
    ['arguments beside the name', { name: 'git_log', limit: 2 }, { limit: 2 }],
    ['no arguments', { name: ' git_log ' }, {}],
    ['null for none', { name: 'git_log', arguments: null }, {}],
    ['a list', { name: 'git_log', arguments: [1] }, undefined],
    ['text that is no object', { name: 'git_log', arguments: '2' }, undefined],
  ])('is read with %s', (_, values, inner) =>
    expect(unwrap(values)).toEqual(inner && { name: 'git_log', arguments: inner }),
  );

  it.each<[string, JsonObject]>([
    ['no name', { arguments: {} }],
    ['an empty name', { name: ' ', arguments: {} }],
    ['a name that is no text', { name: { name: 'git_log' }, arguments: {} }],
    ['itself', { name: 'call_tool', arguments: { name: 'delete_file', arguments: { path: 'a' } } }],
  ])('is not unwrapped with %s, and fails as what it is', (_, values) =>
    expect(unwrap(values)).toBeUndefined(),
  );

  it('is no other tool, also not one of a server with this name', () => {
    expect(unwrap({ name: 'git_log', arguments: {} }, 'mcp__notes__call_tool')).toBeUndefined();
    expect(unwrap({ name: 'git_log', arguments: {} }, 'read_file')).toBeUndefined();
  });

  it('takes names of prototypes as names, and reads own properties only', () => {
    expect(unwrap({ name: 'constructor', arguments: {} })).toEqual({ name: 'constructor', arguments: {} });
    const inherited = Object.create({ name: 'git_log', arguments: {} }) as JsonObject;
    expect(unwrap(inherited)).toBeUndefined();
  });

  it('goes back as it came', () => {
    const sent = { name: 'call_tool', arguments: { name: 'git_log', arguments: { limit: 2 } } };
    expect(wrapFound(foundCall(sent) ?? sent)).toEqual(sent);
  });
});
