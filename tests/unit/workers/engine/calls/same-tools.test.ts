import { describe, expect, it } from 'vitest';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { meanings, sameTools } from '#workers/engine/calls/same-tools.ts';

const available = [
  'read_file',
  'write_file',
  'edit',
  'delete_file',
  'list_directory',
  'make_directory',
  'http_request',
  'send_notification',
  'question',
  'todoread',
  'mcp__brave__web_search',
];

describe('tools that do the same', () => {
  it.each([
    ['view', ['read_file']],
    ['cat', ['read_file']],
    ['str_replace_editor', ['edit']],
    ['str_replace_based_edit_tool', ['edit']],
    ['web_search', ['mcp__brave__web_search']],
    ['fetch', ['http_request']],
    ['ReadFile', ['read_file']],
    ['functions.read_file', ['read_file']],
    ['default_api:list-directory', ['list_directory']],
    ['ask_user', ['question']],
    ['rm', ['delete_file']],
    ['File-Read', ['read_file']],
  ])('as %s are %j', (name, tools) => expect(sameTools(name, available)).toEqual(tools));

  it.each([
    'delete_tool',
    'delete_files_older_than',
    'memory_store',
    'sessions_list',
    'session_status',
    'sessions_send',
    'git_init',
    'git_diff',
    'bash',
    'reed_file',
    'write_fil',
    '',
    '__proto__',
    'constructor',
  ])('as %s are none, however alike it is spelt', (name) => expect(sameTools(name, available)).toEqual([]));

  it('are tools that exist, each by its own name', () => {
    const names = definitions.map(({ name }) => name);
    const unknown = meanings.map(([tool]) => tool).filter((tool) => !names.includes(tool));
    expect(unknown).toEqual([]);
  });

  it.each([
    ['execute_code', ['run_javascript', 'run_python']],
    ['create_reminder', ['schedule_task', 'set_alarm']],
    ['delete_reminder', ['cancel_alarm', 'cancel_task']],
    ['remember', ['memory_store']],
    ['recall', ['memory_search']],
    ['set_reminder', ['schedule_task', 'set_alarm']],
    ['set_timer', ['set_alarm']],
    ['git_switch', ['git_checkout']],
    ['delete_task', ['cancel_task']],
    ['bash_output', ['manage_process']],
  ])('among all tools, as %s, are %j', (name, tools) => {
    const all = definitions.map((tool) => tool.name).toSorted();
    expect(sameTools(name, all)).toEqual(tools);
  });

  it('are only those that the caller may use', () => expect(sameTools('view', ['edit'])).toEqual([]));
});
