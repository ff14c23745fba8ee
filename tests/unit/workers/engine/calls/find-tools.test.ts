/** Natural queries of models, with the tool that has to come first, or the way where no tool does it. */
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { findTools } from '#workers/engine/calls/rank-tools.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { serverTools } from '#tests/fixtures/many-tools.ts';

const registry = createRegistry(definitions);
const find = (query: string) => findTools(query, defaultAgent, registry);

const first: readonly (readonly [query: string, tool: string])[] = [
  ['EXIF data', 'file_info'],
  ['image metadata EXIF', 'file_info'],
  ['date a photo was taken', 'file_info'],
  ['when was a picture taken', 'file_info'],
  ['photo metadata GPS', 'file_info'],
  ['image size dimensions', 'file_info'],
  ['file size', 'file_info'],
  ['crop image to square and add text', 'edit_image'],
  ['convert HEIC to JPG', 'edit_image'],
  ['resize photos', 'edit_image'],
  ['remove GPS from photos', 'edit_image'],
  ['look at an image', 'image'],
  ['preview HTML page', 'open_file'],
  ['show image to user', 'open_file'],
  ['download file', 'open_file'],
  ['give the user a file to download', 'open_file'],
  ['share a file', 'share'],
  ['unzip archive', 'execute_shell_command'],
  ['copy file', 'execute_shell_command'],
  ['create a zip', 'execute_shell_command'],
  ['compare two files', 'execute_shell_command'],
  ['remind me', 'set_alarm'],
  ['wake up alarm', 'set_alarm'],
  ['timer 5 minutes', 'set_alarm'],
  ['change reminder', 'set_alarm'],
  ['list alarms', 'list_alarms'],
  ['cancel alarm', 'cancel_alarm'],
  ['snooze', 'snooze_alarm'],
  ['pause task', 'update_task'],
  ['scheduled tasks', 'list_tasks'],
  ['paste from the clipboard', 'read_clipboard'],
  ['copy text to clipboard', 'write_clipboard'],
  ['where am I location', 'get_location'],
  ['current location map', 'get_location'],
  ['contacts phone number', 'pick_contact'],
  ['record audio', 'record_audio'],
  ['open link', 'open_url'],
  ['past conversations', 'search_history'],
  ['search old chats', 'search_history'],
  ['delete memory', 'memory_forget'],
  ['list memories', 'memory_search'],
  ['git diff', 'git_diff'],
  ['git clone', 'git_clone'],
  ['git push', 'git_push'],
  ['merge branch', 'git_merge'],
  ['background process', 'manage_process'],
  ['battery', 'battery'],
  ['vibrate flashlight', 'vibrate'],
  ['notification', 'send_notification'],
  ['send a notification', 'send_notification'],
  ['plot', 'make_chart'],
  ['create a bar chart', 'make_chart'],
  ['rename files', 'move_file'],
  ['delete file', 'delete_file'],
  ['create file', 'write_file'],
  ['list files', 'list_directory'],
  ['find files', 'find'],
  ['make a folder', 'make_directory'],
  ['camera', 'take_photo'],
  ['pick a file', 'pick_file'],
  ['add an event to the calendar', 'create_calendar_event'],
  ['install package', 'run_python'],
  ['run code', 'run_javascript'],
];

/** What of the app fits, or 'none', beside the way. */
const ways: readonly (readonly [query: string, way: RegExp, tool: string])[] = [
  ['undo changes', /"Undo changes"/, 'none'],
  ['undo changes to files', /"Undo changes"/, 'none'],
  ['merge PDF files', /pypdf/, 'run_python'],
  ['create PDF', /HTML page/, 'open_file'],
  ['create Word document', /HTML page/, 'open_file'],
  ['print page PDF report', /HTML page/, 'open_file'],
  ['convert image to PDF', /HTML page/, 'open_file'],
  ['create Excel spreadsheet', /openpyxl/, 'run_python'],
  ['create Excel xlsx file', /openpyxl/, 'run_python'],
  ['print', /No tool prints/, 'open_file'],
  ['send email', /mailto:/, 'open_url'],
  ['send a message whatsapp', /wa\.me/, 'open_url'],
  ['weather', /open-meteo/, 'fetch_url'],
  ['translate text', /yourself/, 'none'],
  ['read text aloud', /Read aloud/, 'none'],
  ['speak', /Read aloud/, 'none'],
  ['transcribe speech', /record_audio/, 'record_audio'],
  ['scan a QR code', /segno/, 'run_python'],
  ['make a QR code', /segno/, 'run_python'],
  ['diagram flowchart mermaid', /SVG/, 'make_chart'],
  ['MCP server', /tool servers/, 'none'],
  ['subagent delegate', /no sub-agents/, 'schedule_task'],
  ['start a server', /No server/, 'open_file'],
];

describe('a search among the tools of the app', () => {
  it.each(first)('for "%s" finds %s first', async (query, tool) => {
    const { notes, tools } = await find(query);
    expect([tools[0]?.tool.name, ...notes]).toEqual([tool]);
  });

  it.each(ways)('for "%s" gives the way %s, and %s', async (query, way, tool) => {
    const { notes, tools } = await find(query);
    expect(notes.join()).toMatch(way);
    expect(tools[0]?.tool.name ?? 'none').toBe(tool);
  });

  it.each(['create a podcast', 'delete the moon', 'merge cells', 'start the engine', 'bluetooth'])(
    'for "%s" finds nothing',
    async (query) => expect(await find(query)).toEqual({ notes: [], tools: [] }),
  );

  it.each([
    ['convert pdf to text', 'read_file'],
    ['extract text from PDF', 'read_file'],
    ['mail address of a contact', 'pick_contact'],
  ])('for "%s" gives no way that is another one', async (query, tool) => {
    const { notes, tools } = await find(query);
    expect([tools[0]?.tool.name, ...notes]).toEqual([tool]);
  });
});

it('a tool of a server that does it comes before the way without one', async () => {
  const [server] = serverTools(1);
  const mail = { ...server, name: 'mcp__post__send_email', description: 'Send an email.' } as typeof server;
  const { notes, tools } = await findTools('send email', defaultAgent, {
    ...registry,
    select: () => [...registry.select(defaultAgent), ...(mail ? [mail] : [])],
  });
  expect([tools[0]?.tool.name, ...notes]).toEqual(['mcp__post__send_email']);
});

it('says which tool this browser lacks, and offers no other one for it', async () => {
  const without = createRegistry(definitions, {
    lackOf: ({ name }) => (name === 'pick_contact' ? 'Contact Picker' : undefined),
  });
  const { notes, tools } = await findTools('contacts phone number', defaultAgent, without);
  expect(notes).toEqual([
    'pick_contact would fit, but this browser has no Contact Picker; go on without it.',
  ]);
  expect(tools.map(({ tool }) => tool.name)).not.toContain('pick_contact');
});
