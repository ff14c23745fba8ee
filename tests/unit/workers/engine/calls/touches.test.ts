import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { areInConflict } from '#workers/contracts/touched-places.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { placesOf } from '#workers/engine/calls/touches.ts';

type Call = [tool: string, values: JsonObject];

function places([name, values]: Call) {
  const tool = definitions.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return placesOf(tool, values);
}

const write = (path: string): Call => ['write_file', { path, content: 'x' }];
const read = (path: string): Call => ['read_file', { path }];
const move = (path: string, to: string): Call => ['move_file', { path, to }];

describe('calls in conflict', () => {
  const pairs: [string, Call, Call][] = [
    ['a write and a read of one file', write('a.txt'), read('a.txt')],
    ['two writes of one file', write('a.txt'), write('a.txt')],
    ['the same path in other words', write('notes/a.txt'), read('/workspace/./notes//a.txt')],
    ['composed and decomposed letters', write('caf\u00e9.txt'), read('cafe\u0301.txt')],
    ['upper and lower case, as on a linked folder', write('A.txt'), read('a.txt')],
    [
      'a write below a folder that is searched',
      write('notes/a.txt'),
      ['grep', { pattern: 'x', path: 'notes' }],
    ],
    ['a write and a search of the whole workspace', write('notes/a.txt'), ['glob', { pattern: '**' }]],
    ['a moved folder and a file in it', move('notes', 'archive'), read('notes/a.txt')],
    ['the target of a move and a read of it', move('a.txt', 'b.txt'), read('b.txt')],
    ['a new folder and a file in it', ['make_directory', { path: 'notes' }], write('notes/a.txt')],
    ['a patch, whose paths are in its text, and any file', ['apply_patch', { patch: '' }], read('a.txt')],
    ['a path that will be refused and any file', write('../a.txt'), read('b.txt')],
    ['a path that is no string and any file', ['write_file', { path: 1, content: '' }], read('b.txt')],
    [
      'a command that starts a process and a list of these',
      ['execute_shell_command', { command: 'x', background: true }],
      ['manage_process', { action: 'list' }],
    ],
    [
      'the end of a process and a list',
      ['manage_process', { action: 'kill', id: 'p1' }],
      ['manage_process', { action: 'list' }],
    ],
    ['the to-do list', ['todowrite', { todos: [] }], ['todoread', {}]],
    ['a file and its copy on the clipboard', write('a.png'), ['write_clipboard', { path: 'a.png' }]],
    ['the clipboard', ['write_clipboard', { text: 'x' }], ['read_clipboard', {}]],
  ];
  it.each(pairs)('%s', (_, one, other) => {
    expect(areInConflict(places(one), places(other))).toBe(true);
    expect(areInConflict(places(other), places(one))).toBe(true);
  });
});

describe('calls without a conflict', () => {
  const pairs: [string, Call, Call][] = [
    ['two reads of one file', read('a.txt'), read('a.txt')],
    ['writes of two files', write('a.txt'), write('b.txt')],
    ['names that begin alike', write('a'), read('ab/c.txt')],
    ['two searches of everything', ['grep', { pattern: 'x' }], ['find', {}]],
    ['a file and the web', write('a.txt'), ['http_request', { url: 'https://example.com' }]],
    ['a file and a picture from the web', write('a.txt'), ['image', { url: 'https://example.com/a.png' }]],
    ['a file and the clipboard', write('clipboard'), ['write_clipboard', { text: 'x' }]],
  ];
  it.each(pairs)('%s', (_, one, other) => {
    expect(areInConflict(places(one), places(other))).toBe(false);
  });

  it('touch nothing where the tool is unknown or the arguments are no object', () => {
    expect(placesOf(undefined, { path: 'a' })).toEqual({ reads: [], writes: [] });
    const [first] = definitions;
    expect(placesOf(first, '{"path":')).toEqual({ reads: [], writes: [] });
  });
});

it('takes the whole workspace for a tool that declares a capability and nothing more', () => {
  const [base] = definitions;
  if (!base) throw new Error('There are no tools.');
  const { touches: _, ...tool } = base;
  const writer = placesOf({ ...tool, capabilities: ['files.write', 'shell'] }, {});
  const reader = placesOf({ ...tool, capabilities: ['files.read'] }, {});
  expect([writer, reader]).toEqual([
    { reads: [], writes: [[]] },
    { reads: [[]], writes: [] },
  ]);
});
